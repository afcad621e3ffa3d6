import { createKernels } from '../dsp/kernels/index.ts';
import type { Kernels } from '../dsp/kernels/kernels.ts';
import { Resampler } from '../dsp/resample.ts';
import type { NoteEvent, Tuning } from '../types.ts';
import { velocityOf } from '../velocity.ts';
import { acceptedNotes, isAccepted, withoutOverlaps } from './notes/acceptedNotes.ts';
import type { ChordNote } from './notes/chordTracker.ts';
import { MonophonicMonitor } from './monophonicMonitor.ts';
import type { PolyphonicNote } from './notes/noteCandidate.ts';
import { PARAMETERS } from './parameters.ts';
import { PitchActivations } from './pitchActivations.ts';
import { PolyphonicSegment, SegmentStages } from './polyphonicSegment.ts';
import { TextureMeter } from './textureMeter.ts';

/**
 * The polyphonic transcriber: chords and accompanied pieces.
 *
 *   samples, resampled to 12 kHz (resample.ts)
 *     ├─ short spectra (43 ms) ─ onsetDetector.ts: when something begins ──────────────────────────────┐
 *     └─ long spectra (171 and 85 ms) ─ frequencyAxis.ts ─ decomposition.ts with templates.ts:         │
 *          how much of each pitch is in the spectrum (pitchActivations.ts) ───── notes/noteTracker.ts ─┴─ candidates
 *                                                                                  notes/noteClassifier.ts ─── notes
 *          and, with more candidates and their context, notes/chordTracker.ts ─ notes/chordClassifier.ts ─────── notes of a dense sound
 *
 * The long windows separate semitones and octaves, the short one gives the time. tuningMeter.ts shifts the
 * templates to the tuning of the recording.
 *
 * textureMeter.ts estimates from the same activations whether the sound is polyphonic. Where it is not, the monophonic
 * transcriber is more accurate and this one does not run in full: a MonophonicMonitor checks one spectrum out of
 * several, and when it finds several voices, a PolyphonicSegment transcribes from a little earlier on.
 * mergeSkippedSpans.ts combines the notes of both transcribers. All numbers are in parameters.ts. Works on a stream
 * with bounded state.
 */
export interface PolyphonicTranscriber {
  /**
   * Polyphony of the stretch between two times, s: 0 (a single voice) to 1 (voices of equal loudness); null where too
   * little is clearly pitched.
   */
  polyphonyIn(from: number, to: number): number | null;
  /** Tuning for the names of the notes; 0 cents without a clear one. */
  readonly tuning: Tuning;
  /** Takes the next mono samples. */
  push(samples: Float32Array): void;
  /** The notes that sound now. */
  sounding(): NoteEvent[];
  /** The transcription of the sound up to now, as if it ended here. */
  soFar(): PolyphonicTranscription;
  /** Ends the sound and returns its transcription. Call once. */
  finish(): PolyphonicTranscription;
}

export interface PolyphonicTranscription {
  /** By onset. */
  notes: NoteEvent[];
  /** Notes by the classifier of chords, which is better for dense sounds (notes/density.ts), by onset. */
  chords: NoteEvent[];
  /**
   * Notes accepted by rules alone, without the network, by onset, `cents` as the templates have it: the features for
   * several voices (texture/voices.ts), whose network was trained with them.
   */
  plausible: NoteEvent[];
  /** Spans that were not transcribed because they have one voice, s. */
  skipped: { from: number; to: number }[];
}

/** Creates a transcriber for a sound of `sampleRate` Hz. */
export function createPolyphonicTranscriber(
  sampleRate: number,
  kernels: Kernels = createKernels(),
): PolyphonicTranscriber {
  const { rate, spectrum, onset, monitor: M, texture: T } = PARAMETERS;
  const resampler = new Resampler(sampleRate, rate, { pass: spectrum.pass, stop: spectrum.stop }, kernels);
  const pitches = new PitchActivations(sampleRate, kernels);
  const stages = new SegmentStages(kernels);
  const texture = new TextureMeter();
  const monitor = new MonophonicMonitor(pitches, texture, kernels);
  const candidates: PolyphonicNote[] = [];
  const chordNotes: ChordNote[] = [];
  const skipped: { from: number; to: number }[] = [];
  /** Null while the monitor runs instead. */
  let segment: PolyphonicSegment | null = null;
  /** Start of the monitor, and total length so far; samples at `rate`. */
  let monitorStart = 0;
  let processed = 0;
  let received = 0;

  const beginSegment = (): void => {
    const buffered = monitor.end();
    segment = new PolyphonicSegment(processed - buffered.length, pitches, texture, stages);
    texture.seek(segment.begin / rate);
    if (segment.begin > monitorStart) skipped.push({ from: monitorStart / rate, to: segment.begin / rate });
    for (let at = 0; at < buffered.length; at += onset.hop) segment.push(buffered.subarray(at, at + onset.hop));
  };
  const endSegment = (): void => {
    candidates.push(...segment!.finish());
    chordNotes.push(...segment!.chordNotes);
    segment = null;
    monitorStart = processed;
    texture.seek(processed / rate);
  };
  const process = (samples: Float32Array): void => {
    // Process pieces of one hop, so that the result does not depend on the block size.
    for (let at = 0; at < samples.length;) {
      const piece = samples.subarray(at, at + onset.hop - (processed % onset.hop));
      at += piece.length;
      processed += piece.length;
      if (segment) segment.push(piece);
      else monitor.push(piece);
      // Switch only between hops: the monitor fills its buffer in whole hops.
      if (processed % onset.hop !== 0) continue;
      if (segment) {
        if (texture.recent < M.stopBelow && texture.polyphony < M.nearlyPolyphonic) endSegment();
      } else if (texture.recent >= M.startFrom || texture.polyphony >= T.polyphonicFrom) beginSegment();
    }
  };

  return {
    polyphonyIn: (from, to) => texture.polyphonyIn(from, to),
    get tuning() {
      return { cents: pitches.tuning.cents, confidence: Math.min(1, pitches.tuning.clarity) };
    },
    push(samples) {
      received += samples.length;
      resampler.push(samples, process);
    },
    sounding() {
      return eventsUntil(Infinity, segment?.soundingNotes().filter(isShown) ?? []);
    },
    soFar() {
      const current = segment?.soFar();
      const monitored = segment === null ? [{ from: monitorStart / rate, to: processed / rate }] : [];
      return transcriptionOf(
        [...candidates, ...(current?.ended ?? []), ...(current?.sounding ?? [])],
        [...chordNotes, ...(current?.chordNotes ?? [])],
        [...skipped, ...monitored],
        Infinity,
      );
    },
    finish() {
      resampler.finish(process);
      if (!segment) {
        // Transcribe a short sound, buffered whole: this is more reliable than checking parts of it.
        if (monitor.holdsAll) beginSegment();
        else {
          monitor.countRest();
          if (texture.polyphony >= T.polyphonicFrom) beginSegment();
        }
      }
      if (segment) endSegment();
      else skipped.push({ from: monitorStart / rate, to: processed / rate });
      return transcriptionOf(candidates, chordNotes, skipped, received / sampleRate);
    },
  };
}

/** The transcription of a sound of `duration` s with these candidates and notes of chords. */
function transcriptionOf(
  candidates: readonly PolyphonicNote[],
  chordNotes: readonly ChordNote[],
  skipped: PolyphonicTranscription['skipped'],
  duration: number,
): PolyphonicTranscription {
  return {
    notes: eventsUntil(duration, acceptedNotes(candidates, isShown)),
    chords: eventsUntil(duration, withoutOverlaps(chordNotes)),
    plausible: eventsUntil(
      duration,
      acceptedNotes(candidates, ({ plausible }) => plausible).map((note) => ({ ...note, cents: note.tuning })),
    ),
    skipped,
  };
}

/** A note that has only begun is accepted by the rules alone. */
const isShown = (note: PolyphonicNote): boolean => (note.complete ? isAccepted(note) : note.plausible);

/** The notes that begin before `duration`, s, by onset. */
function eventsUntil(duration: number, notes: readonly (PolyphonicNote | ChordNote)[]): NoteEvent[] {
  const events = notes.map((note) => eventOf(note, duration)).filter((note) => note.onset < note.offset);
  return events.sort((a, b) => a.onset - b.onset || a.midi - b.midi);
}

function eventOf(note: PolyphonicNote | ChordNote, duration: number): NoteEvent {
  return {
    midi: note.midi,
    cents: note.cents,
    onset: note.onset,
    offset: Math.min(duration, note.offset),
    confidence: note.probability,
    velocity: velocityOf(note.power),
  };
}
