/**
 * The flower of a fragrance: a drawing made from its scent alone. The same scent gives the same drawing.
 *
 * The sound runs once around, clockwise. Each heard note is a petal at its time: its length is the pitch, its width the
 * duration, its lean the direction of the melody, its colour that of the material. Inside is the essence like a cut
 * agate: one layer a note, the lowest outside, with an area by its share of the blend. The edges show the character:
 * round or pointed, toothed, wavy, veiled. Around it are a ring in the most contrasting colour, the accents as wreaths
 * of pearls, and threads of scent by persistence.
 */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { byPitch, octaveOf, type NoteCode } from '#analysis/values/pitch.ts';
import type { Fragrance } from '../composition/model.ts';
import { sketchHeart } from './flower/heart.ts';
import { accentLoudness, ringNote, sketchAccents, sketchGround, sketchRing, sketchSillage } from './flower/marks.ts';
import { sketchPetals } from './flower/petals.ts';
import { planOf } from './flower/plan.ts';
import { scoreOf } from './flower/score.ts';
import { fitShapes, type Frame } from './flower/sketch.ts';
import { DRAWING_SIZE, type Drawable, type Drawing } from './shapes.ts';

/**
 * Draws a fragrance; bare paper without notes. The frame `still` keeps the heart of a forming flower in the middle.
 */
export function drawFragrance(fragrance: Drawable, frame: Frame = 'tight'): Drawing {
  const score = scoreOf(fragrance);
  if (score === null) return { ground: null, shapes: [] };
  const plan = planOf(score);
  const flames = new Map(
    fragrance.accents?.map((accent) => [accent.of, { note: accent.note, ring: accentLoudness(accent) }]),
  );
  const shapes = [
    ...sketchGround(plan),
    ...sketchSillage(plan, fragrance.persistence),
    ...sketchAccents(plan, fragrance),
    ...sketchPetals(plan, flames),
    ...sketchRing(plan, ringNote(fragrance)),
    ...sketchHeart(plan, fragrance.complexity),
  ];
  return { ground: octaveOf(score.lead), shapes: fitShapes(shapes, DRAWING_SIZE, frame) };
}

/** The text alternative of a drawing. */
export function drawingLabel({ name, musicEssence }: Pick<Fragrance, 'name' | 'musicEssence'>): string {
  const sorted = [...musicEssence].sort(byPitch);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) return `The flower of ${name}`;
  const of = (note: NoteCode): string => perfumeNoteOf(note).name;
  if (lowest === highest) return `The flower of ${name}, in the color of ${of(lowest)}`;
  return `The flower of ${name} around a cut agate, from ${of(lowest)} at its edge to ${of(highest)} at its heart`;
}
