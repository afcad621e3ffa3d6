import { Resampler } from '../resample.ts';
import type { NoteEvent, Tuning } from '../types.ts';
import { Attention } from './attention.ts';
import type { PolyphonicNote } from './notes.ts';
import { Nap } from './nap.ts';
import { PARAMETERS } from './parameters.ts';
import { Pitches } from './pitches.ts';
import { TextureMeter } from './texture.ts';

/**
 * The polyphonic ear: chords and accompanied pieces.
 *
 *   samples ─ to 12 kHz (resample.ts) ──┬─ short spectra (43 ms) ─ onsets.ts: when something begins ───────────┐
 *                                       └─ long spectra (171 and 85 ms) ─ axis.ts ─ decomposition.ts: how much of each │
 *                                    pitch (templates.ts) ───────────────────────────────────── notes.ts ─┴─ notes
 *
 * tuning.ts shifts the templates to the tuning of the recording. The long window tells semitones and octaves
 * apart, the short one gives the time.
 *
 * texture.ts says, from the same pitches, whether there are several voices at all: where there are not, the
 * notes of a single-voice ear are the better ones (seams.ts puts the two together). So while one voice sounds,
 * this ear naps (nap.ts): it looks up now and then, and where it sees several voices it listens (attention.ts),
 * from a little before on. Every number is in `parameters.ts`. Works on a stream: bounded state, the same
 * result for any cut into blocks.
 */
export interface PolyphonyTracker {
  /** How many-voiced the sound has been so far: 0 (a single voice) to 1 (voices of equal loudness). */
  readonly polyphony: number;
  /** True from the value of `polyphony` on at which the sound is chords or an accompanied piece. */
  readonly severalVoices: boolean;
  /** The tuning its notes are named against; 0 cents as long as there is no clear one. */
  readonly tuning: Tuning;
  /** Takes the next mono samples. */
  push(samples: Float32Array): void;
  /** What has been heard so far, the newest `most` notes of it; the last of them still sound. */
  live(most: number): PolyphonicHearing & { sounding: NoteEvent[] };
  /** Ends the sound and returns what was heard. Call once. */
  finish(): PolyphonicHearing;
}

/** What the polyphonic ear has heard of a sound. */
export interface PolyphonicHearing {
  /** By onset. */
  notes: NoteEvent[];
  /** The stretches it did not listen to, as one voice sounded there, s. */
  naps: { from: number; to: number }[];
}

/** Loudness that counts as velocity 0, dB under a full-scale sine. */
const QUIETEST = -60;

/** A tracker for a sound of `sampleRate` Hz. */
export function createPolyphonyTracker(sampleRate: number): PolyphonyTracker {
  const { rate, spectrum, onset, nap: P, texture: T } = PARAMETERS;
  const resampler = new Resampler(sampleRate, rate, { pass: spectrum.pass, stop: spectrum.stop });
  const pitches = new Pitches(sampleRate);
  const texture = new TextureMeter();
  const nap = new Nap(pitches, texture);
  const notes: PolyphonicNote[] = [];
  const naps: { from: number; to: number }[] = [];
  let attention: Attention | null = null;
  /** Where the nap began, and how far the sound has come, samples at `rate`. */
  let asleepSince = 0;
  let heard = 0;
  let received = 0;

  const wake = (): void => {
    const remembered = nap.end();
    attention = new Attention(heard - remembered.length, pitches, texture);
    if (attention.begin > asleepSince) naps.push({ from: asleepSince / rate, to: attention.begin / rate });
    for (let at = 0; at < remembered.length; at += onset.hop) attention.push(remembered.subarray(at, at + onset.hop));
  };
  const sleep = (): void => {
    notes.push(...attention!.finish());
    attention = null;
    asleepSince = heard;
  };
  const hear = (samples: Float32Array): void => {
    // Piece by piece, so that what is known at a time does not depend on the block size.
    for (let at = 0; at < samples.length; ) {
      const piece = samples.subarray(at, at + onset.hop - (heard % onset.hop));
      at += piece.length;
      heard += piece.length;
      if (attention) {
        attention.push(piece);
        if (texture.recent < P.sleep && texture.polyphony < P.near) sleep();
      } else {
        nap.push(piece);
        if (texture.recent >= P.wake || texture.polyphony >= T.several) wake();
      }
    }
  };

  return {
    get polyphony() {
      return texture.polyphony;
    },
    get severalVoices() {
      return texture.polyphony >= T.several;
    },
    get tuning() {
      return { cents: pitches.tuning.cents, confidence: Math.min(1, pitches.tuning.clarity) };
    },
    push(samples) {
      received += samples.length;
      resampler.push(samples, hear);
    },
    live(most) {
      const now = attention?.live(most) ?? { over: [], sounding: [] };
      const over = [...notes.slice(-most), ...now.over].slice(-most);
      const sounding = now.sounding.map((note) => eventOf(note, Infinity));
      const napping = attention ? [] : [{ from: asleepSince / rate, to: heard / rate }];
      return { notes: byOnset([...over.map((note) => eventOf(note, Infinity)), ...sounding]), sounding, naps: [...naps, ...napping] };
    },
    finish() {
      resampler.finish(hear);
      if (!attention) {
        // A short sound is remembered whole, and better heard than looked at.
        if (nap.remembersAll) wake();
        else {
          nap.settle();
          if (texture.polyphony >= T.several) wake();
        }
      }
      if (attention) sleep();
      else naps.push({ from: asleepSince / rate, to: heard / rate });
      const duration = received / sampleRate;
      const events = notes.map((note) => eventOf(note, duration)).filter((note) => note.onset < note.offset);
      return { notes: byOnset(events), naps };
    },
  };
}

function byOnset(notes: NoteEvent[]): NoteEvent[] {
  return notes.sort((a, b) => a.onset - b.onset || a.midi - b.midi);
}

function eventOf(note: PolyphonicNote, duration: number): NoteEvent {
  const level = 40 * Math.log10(note.peak);
  return {
    midi: note.midi,
    cents: note.cents,
    onset: note.onset,
    offset: Math.min(duration, note.offset),
    confidence: 1 - 0.5 / note.strength,
    velocity: Math.max(0, Math.min(1, 1 - level / QUIETEST)),
  };
}
