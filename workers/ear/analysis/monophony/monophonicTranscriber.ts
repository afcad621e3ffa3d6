import { midiOfHz } from '../../values/pitch.ts';
import { pitchOf, refineBoundaries } from './boundaries.ts';
import type { Kernels } from '../dsp/kernels/kernels.ts';
import { amongHits, hasPartials, isDrumHit, isSibilant, isSyllable } from './melody.ts';
import { joinAcrossHits } from './correction/hits.ts';
import { withoutHum } from './hum/hum.ts';
import { NoteDecoder, type NoteSegment } from './noteDecoder.ts';
import { beginWithAttack } from './onsets/attacks.ts';
import { mergeWithoutOnset } from './onsets/softNotes.ts';
import { binOfMidi, type OnsetSalience } from './onsetSalience.ts';
import { correctRepeats, judgedRepeats } from './repeats/repeats.ts';
import { trimReleases } from './offsets.ts';
import { HOP_SECONDS, LEVEL, NOTE } from '../parameters.ts';
import type { PitchTrack } from './pitchTrack.ts';
import { estimateTuning, nearestMidi, tuningsAround } from './tuning.ts';
import type { NoteEvent, Tuning } from '../types.ts';
import { velocityOf } from '../velocity.ts';

/** Mean square of a full-scale sine, 0 dBFS (AES17). */
export const SINE_POWER = 0.5;

/** Power below which a step is silent if the loudest step has the power `loudest`. */
export function gateOf(loudest: number): number {
  const lowest = 10 ** (LEVEL.lowestGate / 10) * SINE_POWER;
  const highest = 10 ** (LEVEL.silence / 10) * SINE_POWER;
  return Math.min(highest, Math.max(lowest, loudest * 10 ** (-LEVEL.gateRange / 10)));
}
/** Transcribes a single voice: the notes of the decoder with refined boundaries, pitch, name and loudness. */
export class MonophonicTranscriber {
  readonly #decoder: NoteDecoder;
  readonly #track: PitchTrack;
  /** Bin of the last voiced pitch. */
  #bin = 0;

  constructor(track: PitchTrack, kernels: Kernels) {
    this.#track = track;
    this.#decoder = new NoteDecoder(kernels);
  }

  /** Takes the next decided step: pitch in Hz (0 where unvoiced), clarity, and the onsets at it. */
  push(hz: number, clarity: number, onsets: OnsetSalience): void {
    const { rises, saliences } = onsets;
    const midi = hz > 0 ? midiOfHz(hz) : null;
    if (midi !== null) this.#bin = binOfMidi(midi);
    const level = onsets.level(this.#bin);
    this.#track.pushPitch(hz, clarity, midi === null ? 0 : rises[this.#bin]!, level);
    this.#decoder.push(midi, clarity, rises, saliences);
  }

  /**
   * Returns the notes of a sound of `duration` seconds that reach the power `gate`, by onset, and their common tuning; `hits` are the onsets of drum hits among them, s.
   */
  notes(duration: number, gate: number): { notes: NoteEvent[]; tuning: Tuning; hits: number[] } {
    const { power } = this.#track;
    const decoded = refineBoundaries(
      mergeWithoutOnset(withoutHum(this.#decoder.segments(), this.#track), this.#track),
      this.#track,
    );
    const judged = judgedRepeats(this.#track);
    const found = joinAcrossHits(correctRepeats(decoded, this.#track, judged), this.#track, judged).filter(
      (segment) =>
        power.subarray(segment.first, segment.end).some((value) => value >= gate) && hasPartials(segment, this.#track),
    );
    const isHit = found.map((segment) => isDrumHit(segment, this.#track));
    const hits = found.filter((_, i) => isHit[i]).map(({ first }) => first * HOP_SECONDS);
    const isAmongHits = amongHits(found, isHit);
    const segments = found.filter((segment, i) => !isHit[i] && !isAmongHits[i] && !isSyllable(segment, this.#track));
    beginWithAttack(segments, this.#track);
    trimReleases(segments, this.#track);
    const pitches = segments.map((segment) => pitchOf(segment, this.#track));
    const tuning = estimateTuning(
      segments.map((s, i) => ({ pitch: pitches[i]!, seconds: (s.end - s.first) * HOP_SECONDS })),
    );
    const around = tuningsAround(segments.map((segment, i) => ({ ...segment, pitch: pitches[i]! })));
    const notes = segments.map((segment, i) => this.#noteOf(segment, pitches[i]!, around[i]!, duration));
    return { notes: notes.filter((note) => note.offset > note.onset && !isSibilant(note)), tuning, hits };
  }

  #noteOf({ first, end }: NoteSegment, pitch: number, tuning: Tuning, duration: number): NoteEvent {
    let voiced = 0;
    let clarity = 0;
    let power = 0;
    for (let t = first; t < end; t++) {
      if (this.#track.hz[t]! > 0) voiced++;
      clarity += this.#track.clarity[t]!;
      power = Math.max(power, this.#track.power[t]!);
    }
    const midi = nearestMidi(pitch, tuning);
    return {
      midi,
      cents: 100 * (pitch - midi),
      onset: Math.max(0, first * HOP_SECONDS - NOTE.lead),
      offset: Math.min(duration, end * HOP_SECONDS),
      confidence: Math.max(0, Math.min(1, (voiced * clarity) / (end - first) ** 2)),
      velocity: velocityOf(power / SINE_POWER),
    };
  }
}
