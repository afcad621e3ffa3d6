/**
 * What a room holds of a fragrance: the notes and numbers that draw its face. No sound, no text, no date of the
 * recording. The name follows from the notes.
 */
import * as z from 'zod/mini';
import {
  AXES,
  drawnPart,
  nameFragrance,
  type Axis,
  type Drawable,
  type Fragrance,
} from '../../fragrance/domain/index.ts';
import { fraction, listOf, noteCode, orElse, whole, within } from '../../../core/schema/parts.ts';
import type { NoteCode } from '../../../core/pitch/pitch.ts';

/** Maximum notes of an essence, and of a drawn trace. */
const MAX_NOTES = 32;
const MAX_DRAWN = 36;
/** Maximum length of a sound, s. */
const MAX_SECONDS = 7200;

export interface RoomFace {
  essence: NoteCode[];
  /** 0 to 1 each. */
  intensity: number;
  complexity: number;
  persistence: number;
  /** The drawn notes of the sound; null without a sound. Times in s, strengths 0 to 1. */
  trace: { duration: number; notes: NonNullable<Fragrance['trace']>['notes'] } | null;
  accents: NonNullable<Fragrance['accents']> | null;
  axes: Record<Axis, number> | null;
  /** Parts of 100. */
  proportions: { note: NoteCode; parts: number }[] | null;
}

const moment = within(0, MAX_SECONDS);

const schema: z.ZodMiniType<RoomFace> = z.object({
  essence: listOf(noteCode, MAX_NOTES, 1),
  intensity: fraction,
  complexity: fraction,
  persistence: fraction,
  trace: orElse(
    z.nullable(
      z.object({
        duration: moment,
        notes: listOf(
          z.object({ note: noteCode, onset: moment, offset: moment, velocity: fraction, cents: within(-100, 100) }),
          MAX_DRAWN,
        ),
      }),
    ),
    null,
  ),
  accents: orElse(
    z.nullable(listOf(z.object({ note: noteCode, of: noteCode, partial: whole(2, 16), level: within(-60, 0) }), 3, 1)),
    null,
  ),
  axes: orElse(
    z.nullable(
      z.object({ brightness: fraction, breath: fraction, roughness: fraction, strike: fraction, tremor: fraction }),
    ),
    null,
  ),
  proportions: orElse(z.nullable(listOf(z.object({ note: noteCode, parts: whole(1, 100) }), MAX_NOTES, 1)), null),
});

/** Reads a face that came from outside; null when it cannot be drawn. Unreadable optional parts are dropped. */
export function readRoomFace(value: unknown): RoomFace | null {
  const read = z.safeParse(schema, value);
  return read.success ? read.data : null;
}

/** The part of a fragrance that goes into a room. */
export function roomFaceOf(fragrance: Drawable): RoomFace {
  const heard = fragrance.trace ?? fragrance.face;
  const drawn = heard === undefined ? null : drawnPart(heard);
  const axes = fragrance.character?.axes;
  return {
    essence: [...fragrance.musicEssence],
    intensity: fragrance.intensity,
    complexity: fragrance.complexity,
    persistence: fragrance.persistence,
    trace: drawn && {
      duration: drawn.duration,
      notes: drawn.notes.map(({ note, onset, offset, velocity, cents }) => ({ note, onset, offset, velocity, cents })),
    },
    accents: fragrance.accents?.map(({ note, of, partial, level }) => ({ note, of, partial, level })) ?? null,
    axes: axes ? (Object.fromEntries(AXES.map((axis) => [axis, axes[axis]])) as Record<Axis, number>) : null,
    proportions: fragrance.proportions?.map(({ note, parts }) => ({ note, parts })) ?? null,
  };
}

/** The input of its drawing. */
export function drawableOf(face: RoomFace): Drawable {
  return {
    musicEssence: face.essence,
    intensity: face.intensity,
    complexity: face.complexity,
    persistence: face.persistence,
    ...(face.trace && { face: { ...face.trace, peaks: [] } }),
    ...(face.accents && { accents: face.accents }),
    ...(face.axes && { character: { axes: face.axes } }),
    ...(face.proportions && { proportions: face.proportions }),
  };
}

/** Its name: the same that the fragrance got where it was sung. */
export const faceName = ({ essence, accents }: Pick<RoomFace, 'essence' | 'accents'>): string =>
  nameFragrance(essence, accents ?? []);
