/**
 * A face lives like a perfume: its top notes leave in the first hours, its heart within a day, its base after days, and
 * a trace stays on the paper. A pure function of the fragrance and its age.
 */
import { tiersOf, type Drawing, type DrawingShape, type Fragrance, type Tier } from '../../fragrance/domain/index.ts';
import type { NoteCode } from '../../../core/pitch/pitch.ts';
import { clamp } from '../../../core/values/numbers.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** When each tier of a fragrance of mean persistence begins to leave, when it is gone, ms, and what stays of it, 0 to 1. */
const LIVES: Readonly<Record<Tier, { from: number; to: number; left: number }>> = {
  top: { from: 30 * MINUTE, to: 3 * HOUR, left: 0.16 },
  middle: { from: 4 * HOUR, to: 12 * HOUR, left: 0.3 },
  base: { from: 24 * HOUR, to: 72 * HOUR, left: 0.5 },
};

/** How much of each tier is there, 0 to 1; `pressed` has all of it, in flat tones. */
export interface Age {
  present: Readonly<Record<Tier, number>>;
  pressed: boolean;
}

export const FRESH: Age = { present: { top: 1, middle: 1, base: 1 }, pressed: false };
export const PRESSED: Age = { ...FRESH, pressed: true };

const smooth = (t: number): number => t * t * (3 - 2 * t);

/**
 * How far a fragrance has faded. One with full persistence takes half as long again, one with none half the time. A
 * fragrance from the future, made by a clock that was set back since, is fresh.
 * @param now ms since 1970
 */
export function ageOf({ created, persistence }: Pick<Fragrance, 'created' | 'persistence'>, now: number): Age {
  const age = Math.max(0, now - Date.parse(created));
  if (!Number.isFinite(age)) return FRESH;
  const pace = 0.5 + clamp(persistence);
  const present = (tier: Tier): number => {
    const { from, to, left } = LIVES[tier];
    // Nothing leaves before its time: a light fragrance is only faster from there on.
    const passed = clamp((age - from) / ((to - from) * pace));
    return Math.round(100 * (1 - (1 - left) * smooth(passed))) / 100;
  };
  return { present: { top: present('top'), middle: present('middle'), base: present('base') }, pressed: false };
}

/** The tier of each note of an essence. */
function tierByNote(essence: readonly NoteCode[]): Map<NoteCode, Tier> {
  const tiers = tiersOf(essence);
  return new Map((Object.keys(tiers) as Tier[]).flatMap((tier) => tiers[tier].map((note) => [note, tier] as const)));
}

/** Depth of the flat tone of a pressed face. */
const FLAT = 0.42;

function pressedShape(shape: DrawingShape): DrawingShape[] {
  // The scent is gone, and so is what only its light shows.
  if (shape.role === 'sillage' || (shape.fill === undefined && shape.role === 'petal')) return [];
  const { fill, stroke, strokeWidth, ...rest } = shape;
  const line = fill === undefined && stroke !== undefined ? { stroke, strokeWidth: strokeWidth ?? 1 } : {};
  return [{ ...rest, ...line, ...(fill && { fill: { note: fill.note, depth: FLAT } }) }];
}

/** A drawing at an age. The drawing of a fresh one is the same. */
export function agedDrawing(drawing: Drawing, { musicEssence }: Pick<Fragrance, 'musicEssence'>, age: Age): Drawing {
  if (age.pressed) return { ...drawing, shapes: drawing.shapes.flatMap(pressedShape) };
  const { present } = age;
  if (present.top === 1 && present.middle === 1 && present.base === 1) return drawing;
  const tiers = tierByNote(musicEssence);
  const shapes = drawing.shapes.map((shape): DrawingShape => {
    const note = (shape.fill ?? shape.stroke)?.note;
    // An accent is an overtone: it leaves with the top notes.
    const tier = note === undefined ? 'base' : (tiers.get(note) ?? 'top');
    return { ...shape, opacity: Math.round(shape.opacity * present[tier] * 100) / 100 };
  });
  return { ...drawing, shapes };
}

/** What is left of it, in words. */
export function ageWords({ present, pressed }: Age): string {
  if (pressed) return 'Pressed: it does not fade.';
  if (present.base < 1) return present.base < 0.6 ? 'A trace of it is left.' : 'Its base is leaving.';
  if (present.middle < 1) return present.middle < 0.4 ? 'Its base is left.' : 'Its heart is leaving.';
  if (present.top < 1) return present.top < 0.3 ? 'Its top notes are gone.' : 'Its top notes are leaving.';
  return 'Fresh.';
}
