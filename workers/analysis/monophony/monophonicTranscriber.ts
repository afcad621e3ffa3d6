import { midiOfHz } from '../values/pitch.ts';
import { pitchOf, BOUNDARY_STAGES } from './boundaries.ts';
import type { Kernels } from '../dsp/kernels/kernels.ts';
import { hasMostlyDrumNeighbours, hasPartials, isDrumHit, isSibilant, isSpokenSyllable } from './melody.ts';
import { joinAcrossHits } from './correction/hits.ts';
import { MainsHum, withoutHum } from './mainsHum/mainsHum.ts';
import { NoteDecoder, type NoteSegment } from './noteDecoder.ts';
import { beginWithAttack } from './onsets/attacks.ts';
import { mergeWithoutOnset } from './onsets/softNotes.ts';
import { binOfMidi, type OnsetSalience } from './onsetSalience.ts';
import { certainRepeats, rateRepeats, joinFalseRepeat, splitAtRepeats, type RatedRepeat } from './repeats/repeats.ts';
import { trimReleases } from './offsets.ts';
import { HOP_SECONDS } from '../parameters.ts';
import { NOTE } from './parameters.ts';
import type { PitchTrack } from './pitchTrack.ts';
import { MAX_LOOKAHEAD_STEPS, StageMemory, type Stage } from './stageMemory.ts';
import { estimateTuning, nearestMidi, tuningsAround } from './tuning.ts';
import type { NoteEvent, Tuning } from '../types.ts';
import { velocityOf } from '../velocity.ts';

/** Mean square of a full-scale sine, 0 dBFS (AES17). */
export const SINE_POWER = 0.5;

/** A note with its features: whether it has partials, is a drum hit or a syllable. */
interface ClassifiedNote extends NoteSegment {
  hasPartials: boolean;
  isHit: boolean;
  isSpokenSyllable: boolean;
}

/** A note with its pitch, fractional MIDI, certainty and loudness. */
interface MeasuredNote extends NoteSegment {
  pitch: number;
  confidence: number;
  velocity: number;
}

const loudestOf = ({ first, end }: NoteSegment, { power }: PitchTrack): number => {
  let loudest = 0;
  for (let t = first; t < end; t++) loudest = Math.max(loudest, power[t]!);
  return loudest;
};

const classifyNote: Stage<ClassifiedNote> = (found, note, _, track) =>
  void found.push({
    ...note,
    hasPartials: hasPartials(note, track),
    isHit: isDrumHit(note, track),
    isSpokenSyllable: isSpokenSyllable(note, track),
  });

const measureNote: Stage<MeasuredNote> = (measured, note, _, track) => {
  const { first, end } = note;
  let voiced = 0;
  let clarity = 0;
  for (let t = first; t < end; t++) {
    if (track.hz[t]! > 0) voiced++;
    clarity += track.clarity[t]!;
  }
  measured.push({
    ...note,
    pitch: pitchOf(note, track),
    confidence: Math.max(0, Math.min(1, (voiced * clarity) / (end - first) ** 2)),
    velocity: velocityOf(loudestOf(note, track) / SINE_POWER),
  });
};

/**
 * Transcribes a single voice: the notes of the decoder with refined boundaries, pitch, name and loudness. The live view
 * reads them again and again, so each stage stores its final results.
 */
export class MonophonicTranscriber {
  readonly #decoder: NoteDecoder;
  readonly #track: PitchTrack;
  readonly #hum: MainsHum;
  /** Bin of the last voiced pitch. */
  #bin = 0;
  /** Number of steps with a pitch at the last read, and changes of such steps until then. */
  #read = 0;
  #changes = 0;
  #ratedRepeats: RatedRepeat[] = [];
  #sureRepeats: RatedRepeat[] = [];
  readonly #stages: readonly StageMemory[];
  readonly #splitAtRepeats = new StageMemory((notes, note, _, track) =>
    splitAtRepeats(notes, note, track, this.#sureRepeats),
  );
  readonly #joinAcrossHits = new StageMemory((notes, note, _, track) =>
    joinAcrossHits(notes, note, track, this.#ratedRepeats),
  );
  readonly #classifyNotes = new StageMemory(classifyNote);
  readonly #beginWithAttack = new StageMemory(beginWithAttack);
  readonly #trimReleases = new StageMemory(trimReleases);
  readonly #measureNotes = new StageMemory(measureNote);

  constructor(track: PitchTrack, kernels: Kernels) {
    this.#track = track;
    this.#decoder = new NoteDecoder(kernels);
    this.#hum = new MainsHum(track);
    this.#stages = [
      mergeWithoutOnset,
      ...BOUNDARY_STAGES,
      (notes: NoteSegment[], note: NoteSegment) => joinFalseRepeat(notes, note, track, this.#ratedRepeats),
    ].map((stage) => new StageMemory(stage));
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
   * Returns the notes of a sound of `duration` seconds, by onset, and their common tuning; `hits` are the onsets of
   * drum hits among them, s.
   */
  notes(duration: number): { notes: NoteEvent[]; tuning: Tuning; hits: number[] } {
    const track = this.#track;
    const isAsRead = track.changes === this.#changes;
    const unchangedSteps = Math.min(isAsRead ? this.#read : 0, this.#hum.unvoice());
    this.#read = track.length;
    this.#changes = track.changes;
    const unchangedRepeats = Math.min(unchangedSteps, this.#findRepeats(unchangedSteps));
    const heard = withoutHum(this.#decoder.segments(), track);
    const joined = this.#stages.reduce((notes, stage) => stage.run(notes, track, unchangedSteps), heard);
    const split = this.#splitAtRepeats.run(joined, track, unchangedRepeats);
    const found = this.#classifyNotes
      .run(this.#joinAcrossHits.run(split, track, unchangedSteps), track, unchangedSteps)
      .filter((note) => note.hasPartials);
    const isAmongHits = hasMostlyDrumNeighbours(
      found,
      found.map(({ isHit }) => isHit),
    );
    const segments = found.filter(({ isHit, isSpokenSyllable }, i) => !isHit && !isAmongHits[i] && !isSpokenSyllable);
    const attacked = this.#beginWithAttack.run(segments, track, unchangedSteps);
    const measured = this.#measureNotes.run(
      this.#trimReleases.run(attacked, track, unchangedSteps),
      track,
      unchangedSteps,
    );
    const around = tuningsAround(measured);
    const notes = measured.map((note, i) => noteOf(note, around[i]!, duration));
    return {
      notes: notes.filter((note) => note.offset > note.onset && !isSibilant(note)),
      tuning: estimateTuning(
        measured.map(({ pitch, first, end }) => ({ pitch, seconds: (end - first) * HOP_SECONDS })),
      ),
      hits: found.filter(({ isHit }) => isHit).map(({ first }) => first * HOP_SECONDS),
    };
  }

  /** Rates the repeats that were not rated before. @returns the step up to which the certain ones are as they were */
  #findRepeats(unchangedSteps: number): number {
    const from = Math.max(0, unchangedSteps - MAX_LOOKAHEAD_STEPS);
    const earlier = this.#ratedRepeats.filter(({ step }) => step < from);
    this.#ratedRepeats = [...earlier, ...rateRepeats(this.#track, from)];
    const before = this.#sureRepeats;
    this.#sureRepeats = certainRepeats(this.#ratedRepeats);
    const change = Array.from({ length: Math.max(before.length, this.#sureRepeats.length) }).findIndex(
      (_, i) => before[i]?.step !== this.#sureRepeats[i]?.step,
    );
    if (change < 0) return Infinity;
    return Math.min(before[change]?.step ?? Infinity, this.#sureRepeats[change]?.step ?? Infinity);
  }
}

function noteOf(
  { first, end, pitch, confidence, velocity }: MeasuredNote,
  tuning: Tuning,
  duration: number,
): NoteEvent {
  const midi = nearestMidi(pitch, tuning);
  return {
    midi,
    cents: 100 * (pitch - midi),
    onset: Math.max(0, first * HOP_SECONDS - NOTE.lead),
    offset: Math.min(duration, end * HOP_SECONDS),
    confidence,
    velocity,
  };
}
