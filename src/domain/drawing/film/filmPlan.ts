/**
 * The living card as time: which part of the sound is heard, and when each shape of the face comes. Pure; seconds.
 */
import { ESSENCE_SPACING } from '../../fragrance/exportNotes.ts';
import type { NoteCode } from '../../pitch/pitch.ts';
import type { Drawable, Drawing, DrawingShape } from '../shapes.ts';

/** Pixels; the painter thinks in these, whatever the film's real size. */
export const FILM_WIDTH = 720;
export const FILM_HEIGHT = 1280;
/** Frames a second. */
export const FILM_RATE = 30;
/** The longest film. */
export const MAX_FILM_SECONDS = 15;
/** After the sound: the face settles, and goes onto the bottle. */
export const ENDING = 3;
const MAX_SOUND = MAX_FILM_SECONDS - ENDING;
/** The shortest sound; a shorter one is followed by silence. */
const MIN_SOUND = 1;
/** A part of a long sound begins a little before a note. */
const BEFORE = 0.25;

export interface FilmPlan {
  /** Where in the recording the film begins. */
  from: number;
  /** How long the recording is heard. */
  sound: number;
  /** The whole film. */
  seconds: number;
}

/** When a shape comes, in the film; `null` for what belongs to the ending. */
export type Moment = number | null;

/** What is needed of a fragrance: its notes, where they were heard. */
export type Filmed = Pick<Drawable, 'musicEssence' | 'trace'>;

/** The plan of a film: all of a short sound, or the part of a long one in which most of its notes are heard. */
export function planFilm(soundSeconds: number, { trace }: Filmed): FilmPlan {
  const length = Number.isFinite(soundSeconds) ? Math.max(0, soundSeconds) : 0;
  const sound = Math.min(MAX_SOUND, Math.max(MIN_SOUND, length));
  return { from: length <= MAX_SOUND ? 0 : richestPart(length, trace?.notes ?? []), sound, seconds: sound + ENDING };
}

function richestPart(length: number, notes: readonly { onset: number }[]): number {
  const latest = length - MAX_SOUND;
  let best = { from: 0, heard: -1 };
  for (const { onset } of [{ onset: 0 }, ...notes]) {
    const from = Math.min(latest, Math.max(0, onset - BEFORE));
    const heard = notes.filter((note) => note.onset >= from && note.onset < from + MAX_SOUND).length;
    if (heard > best.heard) best = { from, heard };
  }
  return best.from;
}

/**
 * When each shape comes. A shape whose note is heard comes then; without a recording the notes sound one after the other.
 * What the film does not hear comes in the ending, and what was heard before it is there from the beginning.
 */
export function momentsOf(drawing: Drawing, fragrance: Filmed, { from, sound }: FilmPlan): Moment[] {
  const heard = (fragrance.trace?.notes.length ?? 0) > 0;
  /** When a note is heard first: its layer of the heart comes with its first petal. */
  const first = new Map<NoteCode, number>();
  for (const shape of drawing.shapes) {
    const note = noteOf(shape);
    if (shape.at !== undefined && note !== undefined) first.set(note, Math.min(shape.at, first.get(note) ?? Infinity));
  }
  return drawing.shapes.map((shape): Moment => {
    if (shape.role !== 'petal' && shape.role !== 'layer') return null;
    const note = noteOf(shape)!;
    const place = fragrance.musicEssence.indexOf(note);
    const at = shape.at ?? first.get(note) ?? (heard || place < 0 ? null : place * ESSENCE_SPACING);
    if (at === null || at - from >= sound) return null;
    return Math.max(0, at - from);
  });
}

/** A note as it comes, for its name to be read. */
export interface Arrival {
  at: number;
  note: NoteCode;
}

/** The notes in the order in which their petals come; one after itself counts once. */
export function arrivalsOf(drawing: Drawing, moments: readonly Moment[]): Arrival[] {
  const arriving = drawing.shapes.some(({ role }) => role === 'petal') ? 'petal' : 'layer';
  const petals = drawing.shapes
    .flatMap((shape, i): Arrival[] => {
      const at = moments[i] ?? null;
      const note = noteOf(shape);
      return at === null || note === undefined || shape.role !== arriving ? [] : [{ at, note }];
    })
    .sort((a, b) => a.at - b.at);
  return petals.filter(({ note }, i) => i === 0 || note !== petals[i - 1]!.note);
}

const noteOf = ({ fill, stroke }: DrawingShape): NoteCode | undefined => fill?.note ?? stroke?.note;
