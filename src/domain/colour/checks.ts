/** What a stored accent, character or proportion may be: one that was kept somewhere, or comes from somebody else, may hold anything. */
import { isNoteCode } from '../pitch/pitch.ts';
import type { Accent } from './accents.ts';
import type { Blend } from './blend.ts';
import type { Character } from './character.ts';
import { MAX_ACCENTS, MAX_SECONDS } from './colour.ts';
import type { Proportion } from './proportions.ts';

type MaybeBlend = { readonly [name in keyof Blend]?: Blend[name] | null | undefined };
type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const within = (value: unknown, from: number, to: number): boolean =>
  typeof value === 'number' && value >= from && value <= to;
const whole = (value: unknown, from: number, to: number): boolean => Number.isInteger(value) && within(value, from, to);
const listOf = (value: unknown, most: number, test: (item: Fields) => boolean): boolean =>
  Array.isArray(value) && value.length >= 1 && value.length <= most && value.every((item) => test(fieldsOf(item)));

/** What was stored of a blend, without what is not there. */
export function storedBlend({ accents, character, proportions }: MaybeBlend): Blend {
  return {
    ...(accents ? { accents } : {}),
    ...(character ? { character } : {}),
    ...(proportions ? { proportions } : {}),
  };
}

/** True for one to three accents. */
export function areAccents(value: unknown): value is Accent[] {
  return listOf(
    value,
    MAX_ACCENTS,
    ({ note, of, partial, level }) =>
      isNoteCode(note) && isNoteCode(of) && whole(partial, 2, 16) && within(level, -60, 0),
  );
}

/** True for a character whose axes can be drawn and whose numbers can be told. */
export function isCharacter(value: unknown): value is Character {
  const { axes, measured } = fieldsOf(value);
  const { brightness, breath, roughness, strike, tremor } = fieldsOf(axes);
  const m = fieldsOf(measured);
  const { rate, depth } = fieldsOf(m['vibrato']);
  const known = (name: string, from: number, to: number): boolean => m[name] === null || within(m[name], from, to);
  return (
    [brightness, breath, roughness, strike, tremor].every((axis) => within(axis, 0, 1)) &&
    within(m['centroid'], 0, 24_000) &&
    within(m['brightness'], 0, 2000) &&
    ['warmth', 'flatness', 'roughness'].every((name) => within(m[name], 0, 1)) &&
    known('harmonicity', -100, 100) &&
    known('attack', 0, 10) &&
    known('wander', 0, 2400) &&
    (m['vibrato'] === null || (within(rate, 0, 50) && within(depth, 0, 2400)))
  );
}

/** True for proportions that add up to 100. */
export function areProportions(value: unknown): value is Proportion[] {
  return (
    listOf(
      value,
      32,
      ({ note, parts, seconds, loudness, hits }) =>
        isNoteCode(note) &&
        whole(parts, 1, 100) &&
        (seconds === undefined || within(seconds, 0, MAX_SECONDS)) &&
        (loudness === undefined || within(loudness, 0, 1)) &&
        (hits === undefined || whole(hits, 0, 1000)),
    ) && (value as Proportion[]).reduce((sum, { parts }) => sum + parts, 0) === 100
  );
}
