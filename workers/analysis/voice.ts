import { midiOfHz } from '../../src/domain/pitch.ts';
import { pitchOf, polish } from './boundaries.ts';
import { powerDecibels } from './level.ts';
import { NoteDecoder, type Segment } from './notes.ts';
import { binOfMidi } from './onset.ts';
import { HOP_SECONDS, NOTE } from './parameters.ts';
import type { Track } from './track.ts';
import { estimateTuning, nameAgainst } from './tuning.ts';
import type { NoteEvent, Tuning } from './types.ts';

/** A full-scale sine counts as 0 dBFS (AES17), its mean square is half. */
export const SINE_POWER = 0.5;
/** Loudness that counts as velocity 0 and as velocity 1, dBFS. */
const QUIETEST = -60;
const LOUDEST = -6;

/** Velocity, 0 to 1, of a mean square. */
export function velocityOf(power: number): number {
  const level = powerDecibels(power / SINE_POWER);
  return Math.max(0, Math.min(1, (level - QUIETEST) / (LOUDEST - QUIETEST)));
}

/** Writes down what one voice sings: the decoder's notes with their pitch, time, strength and name. */
export class Voice {
  readonly #decoder = new NoteDecoder();
  readonly #track: Track;

  constructor(track: Track) {
    this.#track = track;
  }

  /** The next decided step: pitch in Hz (0 where unvoiced), clarity, and of every pitch bin rise and strike as `OnsetDetector` gives them. */
  push(hz: number, clarity: number, rises: Float32Array, strikes: Float32Array): void {
    const midi = hz > 0 ? midiOfHz(hz) : null;
    this.#track.decided(hz, clarity, midi === null ? 0 : rises[binOfMidi(midi)]!);
    this.#decoder.push(midi, clarity, rises, strikes);
  }

  /** The notes of a sound of `duration` s, by onset, and the tuning they are named against. */
  notes(duration: number): { notes: NoteEvent[]; tuning: Tuning } {
    const segments = polish(this.#decoder.segments(), this.#track);
    const pitches = segments.map((segment) => pitchOf(segment, this.#track));
    const tuning = estimateTuning(segments.map((s, i) => ({ pitch: pitches[i]!, seconds: (s.end - s.first) * HOP_SECONDS })));
    const notes = segments.map((segment, i) => this.#noteOf(segment, pitches[i]!, tuning, duration));
    return { notes: notes.filter((note) => note.offset > note.onset), tuning };
  }

  #noteOf({ first, end }: Segment, pitch: number, tuning: Tuning, duration: number): NoteEvent {
    let voiced = 0;
    let clarity = 0;
    let power = 0;
    for (let t = first; t < end; t++) {
      if (this.#track.hz[t]! > 0) voiced++;
      clarity += this.#track.clarity[t]!;
      power = Math.max(power, this.#track.power[t]!);
    }
    const midi = nameAgainst(pitch, tuning);
    return {
      midi,
      cents: 100 * (pitch - midi),
      onset: Math.max(0, first * HOP_SECONDS - NOTE.lead),
      offset: Math.min(duration, end * HOP_SECONDS),
      confidence: Math.max(0, Math.min(1, (voiced * clarity) / (end - first) ** 2)),
      velocity: velocityOf(power),
    };
  }
}
