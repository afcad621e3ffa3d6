/**
 * The accord of a room: one fragrance of all its faces. A function of the set of faces: the order of their coming does
 * not matter, since all sums are of whole numbers and all ties are decided by pitch.
 */
import {
  AXES,
  fragranceFromEssence,
  partsOf,
  type Accent,
  type Axis,
  type Drawable,
} from '../../fragrance/domain/index.ts';
import { byPitch, midiOf, type NoteCode } from '../../../core/pitch/pitch.ts';
import type { RoomFace } from './roomFace.ts';

/** Notes of an accord at most: as many as a chord on the keyboard has. */
const MAX_ACCORD_NOTES = 8;
const MAX_ACCENTS = 3;
/** Precision of means, so that they can be summed as whole numbers. */
const STEPS = 1000;

/** A note of a room, and how many voices have it. */
export interface SharedNote {
  note: NoteCode;
  voices: number;
}

export interface Accord {
  name: string;
  drawable: Drawable;
  /** The notes of the accord, most voices first. */
  notes: SharedNote[];
  /** Number of faces. */
  voices: number;
}

interface Sum extends SharedNote {
  /** Parts of 100 in each face, summed. */
  parts: number;
}

/** Parts of 100 of each distinct note in a face; equal ones where they are not known. */
function partsIn({ essence, proportions }: RoomFace): Map<NoteCode, number> {
  const notes = [...new Set(essence)].sort(byPitch);
  const known = new Map(proportions?.map(({ note, parts }) => [note, parts]));
  if (notes.every((note) => known.has(note))) return new Map(notes.map((note) => [note, known.get(note)!]));
  const equal = partsOf(notes.map(() => 1));
  return new Map(notes.map((note, i) => [note, equal[i]!]));
}

function sumsOf(faces: readonly RoomFace[]): Sum[] {
  const sums = new Map<NoteCode, Sum>();
  for (const face of faces) {
    for (const [note, parts] of partsIn(face)) {
      const sum = sums.get(note) ?? { note, voices: 0, parts: 0 };
      sum.voices++;
      sum.parts += parts;
      sums.set(note, sum);
    }
  }
  return [...sums.values()].sort((a, b) => b.voices - a.voices || b.parts - a.parts || byPitch(a.note, b.note));
}

/** The accents that most voices have, with their greatest level; those of notes outside the accord do not count. */
function accentsIn(faces: readonly RoomFace[], essence: readonly NoteCode[]): Accent[] {
  const found = new Map<NoteCode, { best: Accent; voices: number }>();
  for (const { accents } of faces) {
    for (const accent of accents ?? []) {
      if (essence.includes(accent.note) || !essence.includes(accent.of)) continue;
      const known = found.get(accent.note);
      if (known === undefined) found.set(accent.note, { best: accent, voices: 1 });
      else found.set(accent.note, { best: louder(known.best, accent), voices: known.voices + 1 });
    }
  }
  return [...found.values()]
    .sort((a, b) => b.voices - a.voices || b.best.level - a.best.level || byPitch(a.best.note, b.best.note))
    .slice(0, MAX_ACCENTS)
    .map(({ best }) => best)
    .sort((a, b) => byPitch(b.note, a.note));
}

/** The louder of two accents on one note; ties by the lower note and the lower partial. */
function louder(a: Accent, b: Accent): Accent {
  const order = b.level - a.level || midiOf(a.of) - midiOf(b.of) || a.partial - b.partial;
  return order <= 0 ? a : b;
}

const inSteps = (value: number): number => Math.round(STEPS * value);
/** Mean of numbers from 0 to 1, in thousandths. */
const meanOf = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + inSteps(value), 0) / values.length) / STEPS;

/** Means of the axes of all voices that have them; null when none has. */
function axesOf(faces: readonly RoomFace[]): Record<Axis, number> | null {
  const known = faces.flatMap(({ axes }) => (axes === null ? [] : [axes]));
  if (known.length === 0) return null;
  return Object.fromEntries(AXES.map((axis) => [axis, meanOf(known.map((axes) => axes[axis]))])) as Record<
    Axis,
    number
  >;
}

/** The accord of up to some hundred faces; null without a face. */
export function roomAccord(faces: readonly RoomFace[]): Accord | null {
  const sums = sumsOf(faces).slice(0, MAX_ACCORD_NOTES);
  if (sums.length === 0) return null;
  const essence = sums.map(({ note }) => note);
  const parts = partsOf(sums.map((sum) => sum.parts));
  const accents = accentsIn(faces, essence);
  const axes = axesOf(faces);
  const fragrance = fragranceFromEssence({
    essence,
    source: 'keys',
    now: new Date(0),
    blend: {
      ...(accents.length > 0 && { accents }),
      proportions: essence.map((note, i) => ({ note, parts: parts[i]! })),
    },
  });
  const { name, musicEssence, intensity, complexity, proportions } = fragrance;
  return {
    name,
    drawable: {
      musicEssence,
      intensity,
      complexity,
      persistence: meanOf(faces.map((face) => face.persistence)),
      ...(proportions && { proportions }),
      ...(accents.length > 0 && { accents }),
      ...(axes && { character: { axes } }),
    },
    notes: sums.map(({ note, voices }) => ({ note, voices })),
    voices: faces.length,
  };
}

/** Which notes meet, in words; null when no note was sung twice. */
export function sharedWords({ notes, voices }: Accord): string | null {
  const shared = notes.filter((note) => note.voices > 1).slice(0, 3);
  if (shared.length === 0) return null;
  const parts = shared.map(({ note, voices: many }) => `${note} in ${many === voices ? 'all' : many}`);
  return `Of ${voices} voices: ${parts.join(', ')}.`;
}
