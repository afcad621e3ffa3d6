/**
 * The data of a flower: the notes around the circle, the share of each note, and the character. For a fragrance without
 * a sound it is derived from its notes in order and its measures.
 */
import { clamp } from '#core/values/numbers.ts';
import { AXES, type Axis } from '#features/fragrance/domain/timbre/character.ts';
import type { TraceNote } from '#features/fragrance/domain/composition/model.ts';
import { strengthsOf } from '#features/fragrance/domain/composition/fragrance.ts';
import { drawnPart } from '#features/fragrance/domain/composition/trace.ts';
import { byPitch, midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import type { Drawable } from '../shapes.ts';

/** A longer note (share of the turn) becomes several petals. */
const MAX_PETAL = 0.14;
/** Minimum petals of a fragrance without a sound, and the steps of its scale, semitones. */
const MIN_PETALS = 9;
const NOTE_STEP = 2;

/** A note around the circle: 0 is the beginning of the sound, 1 its end. */
export interface NoteArc {
  /** A note of the essence. */
  note: NoteCode;
  /** Heard pitch as a MIDI number. */
  midi: number;
  from: number;
  to: number;
  /** 0 to 1. */
  loud: number;
  /** Onset, s; absent if the sound does not have it. */
  at?: number;
}

export interface Score {
  lead: NoteCode;
  /** In order of onset; at least one. */
  events: NoteArc[];
  /** 0 to 1 each. */
  axes: Record<Axis, number>;
  /** Share of each note of the essence; the sum is 1. */
  shares: Map<NoteCode, number>;
}

/** The score of a fragrance; null without notes. */
export function scoreOf({ trace, face, ...rest }: Drawable): Score | null {
  const lead = rest.musicEssence[0];
  if (lead === undefined) return null;
  // Lists carry only the drawn part of the trace; the flower is the same.
  const drawn = trace === undefined ? face : drawnPart(trace);
  const fragrance: Drawable = drawn === undefined ? rest : { ...rest, trace: drawn };
  const shares = sharesOf(fragrance);
  const traceNotes = drawn?.notes ?? [];
  return {
    lead,
    shares,
    axes: fragrance.character?.axes ?? imaginedAxes(fragrance),
    events: traceNotes.length > 0 ? arcsOfTrace(traceNotes, drawn!.duration, shares) : imagineNotes(shares, fragrance),
  };
}

function sharesOf(fragrance: Drawable): Map<NoteCode, number> {
  const strengths = strengthsOf(fragrance);
  const parts = new Map(fragrance.proportions?.map(({ note, parts }) => [note, parts]));
  const hasAllParts = [...strengths.keys()].every((note) => parts.has(note));
  const weights = [...strengths].map(([note, strength]): [NoteCode, number] => [
    note,
    hasAllParts ? parts.get(note)! : 0.15 + strength,
  ]);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(weights.map(([note, weight]) => [note, weight / total]));
}

/**
 * The heard notes around the circle. A note outside the essence takes the colour of the nearest one in it.
 */
function arcsOfTrace(traceNotes: readonly TraceNote[], duration: number, shares: Map<NoteCode, number>): NoteArc[] {
  const sorted = [...traceNotes].sort((a, b) => a.onset - b.onset);
  const end = Math.max(duration, ...sorted.map(({ offset }) => offset), 0.001);
  const essence = [...shares.keys()];
  return sorted.flatMap(({ note, onset, offset, velocity, cents }): NoteArc[] => {
    const midi = midiOf(note) + cents / 100;
    return split({
      note: nearest(midi, essence),
      midi,
      from: onset / end,
      to: offset / end,
      loud: velocity,
      at: onset,
    });
  });
}

/** Splits a long note into a fan of petals; the first is the longest, as a tone decays. */
function split(event: NoteArc): NoteArc[] {
  const length = event.to - event.from;
  const count = Math.min(7, Math.max(1, Math.ceil(length / MAX_PETAL)));
  return Array.from({ length: count }, (_, i) => ({
    ...event,
    from: event.from + (length * i) / count,
    to: event.from + (length * (i + 1)) / count,
    loud: event.loud * (1 - (0.3 * i) / count),
  }));
}

function nearest(midi: number, essence: readonly NoteCode[]): NoteCode {
  const distance = (note: NoteCode): number => Math.abs(midiOf(note) - midi);
  return essence.reduce((best, note) => (distance(note) < distance(best) ? note : best));
}

/**
 * Rounds of notes: all notes in the first, only strong ones in later ones. As it is a scale rather than a melody, its
 * petals grow in even steps from the lowest note to the highest, whatever their distance.
 */
function imagineNotes(shares: Map<NoteCode, number>, { persistence }: Drawable): NoteArc[] {
  const notes = [...shares.keys()];
  const most = Math.max(...shares.values());
  const ascending = [...notes].sort(byPitch);
  const sequence: NoteCode[] = [];
  for (let round = 0; sequence.length < MIN_PETALS || round < 2; round++)
    sequence.push(...notes.filter((note) => shares.get(note)! / most >= Math.min(0.9, round * 0.3)));
  const lengths = sequence.map(
    (note, i) => 0.4 + shares.get(note)! / most + 0.35 * Math.cos((i + 1) * (1 + persistence) * 2.4),
  );
  const total = lengths.reduce((sum, length) => sum + Math.max(0.25, length), 0) / (0.86 + 0.12 * persistence);
  let from = 0;
  return sequence.map((note, i) => {
    const length = Math.max(0.25, lengths[i]!) / total;
    const event = {
      note,
      midi: midiOf(ascending[0]!) + NOTE_STEP * ascending.indexOf(note),
      from,
      to: from + length * 0.94,
      loud: 0.45 + (0.5 * shares.get(note)!) / most,
    };
    from += length;
    return event;
  });
}

/**
 * A character for fragrances without a sound: high notes are bright, many notes rough, few faint ones breathy.
 */
function imaginedAxes({ musicEssence, intensity, complexity, persistence }: Drawable): Record<Axis, number> {
  const pitches = musicEssence.map(midiOf);
  const mean = pitches.reduce((sum, midi) => sum + midi, 0) / pitches.length;
  const steps = pitches.slice(1).map((midi, i) => Math.abs(midi - pitches[i]!));
  const leap = steps.reduce((sum, step) => sum + step, 0) / Math.max(1, steps.length);
  const values = [(mean - 24) / 72, 1 - intensity, complexity * 0.8, Math.min(0.6, leap / 26), persistence * 0.7];
  return Object.fromEntries(AXES.map((axis, i) => [axis, clamp(values[i]!)])) as Record<Axis, number>;
}
