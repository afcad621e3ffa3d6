/**
 * Every fragrance has a face: a drawing made of its scent alone. The same scent always gives the same drawing.
 *
 * How to read it. The sound goes once around, clockwise: each note that was heard is a petal at its own moment, the longer
 * the higher it is, as wide as it lasts, leaning to where the melody goes, in the colour of its material. Inside is the
 * essence, cut like an agate: one layer a note, the lowest outside, each with an area like its share of the blend. Edges
 * are the character of the sound: round or pointed, toothed, waving, veiled. Set against it stand a ring in the colour
 * farthest from the rest, and the accents as wreaths of pearls. Threads of scent leave it, as long as it lasts.
 */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { byPitch, octaveOf, type NoteCode } from '../pitch/pitch.ts';
import type { Fragrance } from '../fragrance/model.ts';
import { sketchHeart } from './face/heart.ts';
import { ringing, ringNote, sketchAccents, sketchGround, sketchRing, sketchSillage } from './face/marks.ts';
import { sketchPetals } from './face/petals.ts';
import { planOf } from './face/plan.ts';
import { scoreOf } from './face/score.ts';
import { fitted, type Frame } from './face/sketch.ts';
import { DRAWING_SIZE, type Drawable, type Drawing } from './shapes.ts';

/** The drawing of a fragrance. One without notes gives bare paper. One that is still forming keeps its heart in the middle. */
export function drawFragrance(fragrance: Drawable, frame: Frame = 'tight'): Drawing {
  const score = scoreOf(fragrance);
  if (score === null) return { ground: null, shapes: [] };
  const plan = planOf(score);
  const flames = new Map(fragrance.accents?.map((accent) => [accent.of, { note: accent.note, ring: ringing(accent) }]));
  const shapes = [
    ...sketchGround(plan),
    ...sketchSillage(plan, fragrance.persistence),
    ...sketchAccents(plan, fragrance),
    ...sketchPetals(plan, flames),
    ...sketchRing(plan, ringNote(fragrance)),
    ...sketchHeart(plan, fragrance.complexity),
  ];
  return { ground: octaveOf(score.lead), shapes: fitted(shapes, DRAWING_SIZE, frame) };
}

/** A text alternative for the drawing of a fragrance, for those who do not see it. */
export function drawingLabel({ name, musicEssence }: Pick<Fragrance, 'name' | 'musicEssence'>): string {
  const sorted = [...musicEssence].sort(byPitch);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) return `Drawing of ${name}`;
  const of = (note: NoteCode): string => perfumeNoteOf(note).name;
  if (lowest === highest) return `Drawing of ${name}: a flower in the colour of ${of(lowest)}`;
  return `Drawing of ${name}: a flower around a cut agate, from ${of(lowest)} at its edge to ${of(highest)} at its heart`;
}
