/**
 * The frames of the film: the first one is the finished flower with its name, which messengers show. The petals leave
 * in reverse, then each note lands as a petal at its time in the recording with its name, the flower settles and moves
 * onto the label of the bottle, and the link is shown. Painted on a small surface, on a page or in a worker, on light
 * paper like the picture of a share.
 */
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { BOTTLE_HEIGHT, BOTTLE_WIDTH } from '../bottle/bottle.ts';
import { LABEL_WEIGHT, labelLines } from '../bottle/label.ts';
import { drawFragrance } from '../drawing.ts';
import { DRAWING_SIZE, type DrawingShape } from '../shapes.ts';
import { groundColor } from '../drawingSvg.ts';
import { mixColors } from '../oklab.ts';
import { drawShape } from '../paintDrawing.ts';
import { LIGHT_PALETTE } from '../palette.ts';
import { fitText, widthOf, write, type FilmSurface } from './lettering.ts';
import type { CardFragrance } from '../shareCard.ts';
import { noteColors } from '../noteColors.ts';
import {
  nameCuesOf,
  FILM_HEIGHT,
  FILM_WIDTH,
  momentsOf,
  type NameCue,
  type FilmPlan,
  type ShapeTime,
} from './filmPlan.ts';

interface FilmScene<Path> {
  fragrance: CardFragrance;
  plan: FilmPlan;
  /** Link to the fragrance; empty for none. */
  link: string;
  /** Creates a path from SVG path data; called once a shape. */
  pathOf: (data: string) => Path;
  /** Paints the bottle without a name into a box, with the surface's opacity; null for none. */
  bottle: ((x: number, y: number, width: number, height: number) => void) | null;
}

/** Duration of a petal's landing, s. */
const LANDING_S = 0.55;
/** Additional size of a petal before landing. */
const FROM_ABOVE = 0.5;
/** The opening, s: how long the finished flower holds, how long one petal takes to leave, and when all have left. */
const HOLD_S = 0.3;
const LEAVING_S = 0.25;
const REWOUND_S = 0.8;
/** Times in the ending, s: the flower has settled; it is on the bottle. */
export const FLOWER_SETTLES_AT_S = 0.9;
export const BOTTLE_SHOWN_AT_S = 1.8;

interface Box {
  x: number;
  y: number;
  side: number;
}

const STAGE_BOX: Box = { x: 26, y: 250, side: 668 };
const BOTTLE_BOX = { x: 132, y: 260, width: 456, height: (456 * BOTTLE_HEIGHT) / BOTTLE_WIDTH };
const BOTTLE_SCALE = BOTTLE_BOX.width / BOTTLE_WIDTH;
/** Position of the flower on the label (bottle/label.ts): a little closer than its frame. */
const LABEL_BOX: Box = {
  x: BOTTLE_BOX.x + 174.5 * BOTTLE_SCALE,
  y: BOTTLE_BOX.y + 362.5 * BOTTLE_SCALE,
  side: 251 * BOTTLE_SCALE,
};
const INK_COLOR = LIGHT_PALETTE.ink;
const MIDDLE_X = FILM_WIDTH / 2;
/** Width of text. */
const COLUMN_WIDTH = FILM_WIDTH - 96;
const NAME_SIZES = [76, 64, 54, 46, 40];

/** A film, painted at any time. */
export class Film<Path> {
  readonly #scene: FilmScene<Path>;
  readonly #shapes: { shape: DrawingShape; moment: ShapeTime; path: Path; order: number }[];
  readonly #arrivals: NameCue[];
  readonly #ground: string;

  constructor(scene: FilmScene<Path>) {
    this.#scene = scene;
    const drawing = drawFragrance(scene.fragrance);
    const moments = momentsOf(drawing, scene.fragrance, scene.plan);
    this.#shapes = drawing.shapes.map((shape, i) => ({
      shape,
      moment: moments[i] ?? null,
      path: scene.pathOf(shape.path),
      order: i / drawing.shapes.length,
    }));
    this.#arrivals = nameCuesOf(drawing, moments);
    this.#ground = groundColor(drawing, LIGHT_PALETTE);
  }

  /** Paints the frame at `second` on a surface of `width` pixels. */
  paint(surface: FilmSurface<Path>, second: number, width: number): void {
    const unit = width / FILM_WIDTH;
    const ending = second - this.#scene.plan.sound;
    const onBottle = ease((ending - FLOWER_SETTLES_AT_S) / (BOTTLE_SHOWN_AT_S - FLOWER_SETTLES_AT_S));
    surface.setTransform(unit, 0, 0, unit, 0, 0);
    surface.globalAlpha = 1;
    surface.fillStyle = this.#ground;
    surface.fillRect(0, 0, FILM_WIDTH, FILM_HEIGHT);
    surface.textBaseline = 'alphabetic';
    surface.textAlign = 'center';
    write(surface, 'Accord', { family: 'serif', weight: 420, size: 40, x: MIDDLE_X, y: 110, color: INK_COLOR }, unit);
    if (onBottle > 0 && this.#scene.bottle !== null) {
      surface.globalAlpha = onBottle;
      this.#scene.bottle(BOTTLE_BOX.x, BOTTLE_BOX.y, BOTTLE_BOX.width, BOTTLE_BOX.height);
      surface.globalAlpha = 1;
    }
    this.#flower(surface, second, unit, onBottle);
    surface.setTransform(unit, 0, 0, unit, 0, 0);
    this.#name(surface, second, ending, unit);
    if (onBottle > 0) this.#end(surface, onBottle, unit);
    surface.globalAlpha = 1;
  }

  #flower(surface: FilmSurface<Path>, second: number, unit: number, onBottle: number): void {
    const target = this.#scene.bottle === null ? STAGE_BOX : LABEL_BOX;
    const at = (from: number, to: number): number => from + (to - from) * onBottle;
    const box = { x: at(STAGE_BOX.x, target.x), y: at(STAGE_BOX.y, target.y), side: at(STAGE_BOX.side, target.side) };
    // Fade into the flower that is printed on the label.
    const shown = this.#scene.bottle === null ? 1 : 1 - ease((onBottle - 0.75) / 0.25);
    if (shown <= 0) return;
    for (const { shape, moment, path, order } of this.#shapes) {
      const { opacity, scale } = this.#presence(shape, moment, order, second);
      if (opacity <= 0) continue;
      const size = (box.side / DRAWING_SIZE) * unit * scale;
      const offset = (box.side * unit * (1 - scale)) / 2;
      surface.setTransform(size, 0, 0, size, box.x * unit + offset, box.y * unit + offset);
      drawShape(surface, shape, LIGHT_PALETTE, () => path, opacity * shown);
    }
  }

  /** Opacity and scale of a shape: it lands from above, larger at first. */
  #presence(
    { role }: DrawingShape,
    moment: ShapeTime,
    order: number,
    second: number,
  ): { opacity: number; scale: number } {
    const { sound } = this.#scene.plan;
    const begin = moment ?? sound + order * (FLOWER_SETTLES_AT_S - LANDING_S);
    const landed = ease((second - begin) / LANDING_S);
    // The last petal leaves first.
    const leaves = HOLD_S + (1 - order) * (REWOUND_S - HOLD_S - LEAVING_S);
    const left = 1 - ease((second - leaves) / LEAVING_S);
    if (left > landed) return { opacity: left, scale: 1 };
    return { opacity: landed, scale: role === 'petal' ? 1 + FROM_ABOVE * (1 - landed) : 1 };
  }

  /** The material of the last note; in the opening and in the ending the name of the fragrance. */
  #name(surface: FilmSurface<Path>, second: number, ending: number, unit: number): void {
    const opening = 1 - ease((second - HOLD_S) / (REWOUND_S - HOLD_S));
    if (ending >= 0 || opening > 0) {
      surface.globalAlpha = Math.max(opening, ease(ending / 0.5));
      const { lines, size } = fitText(surface, this.#scene.fragrance.name, {
        width: COLUMN_WIDTH,
        sizes: NAME_SIZES,
        maxLines: 2,
      });
      lines.forEach((line, i) => {
        const y = 1010 + (i - (lines.length - 1) / 2) * size * 1.08 + size * 0.3;
        write(surface, line, { family: 'serif', weight: 360, size, x: MIDDLE_X, y, color: INK_COLOR }, unit);
      });
      return;
    }
    const arrival = this.#arrivals.findLast(({ at }) => at <= second);
    if (arrival === undefined) return;
    const age = second - arrival.at;
    const rise = 14 * (1 - ease(age / 0.3));
    surface.globalAlpha = Math.min(
      ease(age / 0.25),
      ease((second - REWOUND_S) / 0.15),
      ease((this.#scene.plan.sound - second) / 0.25),
    );
    const { ink } = noteColors(arrival.note, 'light');
    const code = { family: 'sans', weight: 600, size: 34 } as const;
    write(surface, arrival.note, { ...code, x: MIDDLE_X, y: 990 + rise, color: ink }, unit);
    const material = perfumeNoteOf(arrival.note).name;
    const full = { family: 'serif', weight: 360, size: 68 } as const;
    const size = Math.min(full.size, (full.size * COLUMN_WIDTH) / Math.max(1, widthOf(surface, material, full)));
    write(surface, material, { ...full, size, x: MIDDLE_X, y: 1066 + rise, color: INK_COLOR }, unit);
  }

  #end(surface: FilmSurface<Path>, onBottle: number, unit: number): void {
    surface.globalAlpha = onBottle;
    if (this.#scene.bottle !== null)
      for (const { text, x, y, size } of labelLines(this.#scene.fragrance.name))
        write(
          surface,
          text,
          {
            family: 'serif',
            weight: LABEL_WEIGHT,
            size: size * BOTTLE_SCALE,
            x: BOTTLE_BOX.x + x * BOTTLE_SCALE,
            y: BOTTLE_BOX.y + y * BOTTLE_SCALE,
            color: INK_COLOR,
          },
          unit,
        );
    const { link } = this.#scene;
    const full = { family: 'sans', weight: 500, size: 34 } as const;
    const size = Math.min(full.size, (full.size * COLUMN_WIDTH) / Math.max(1, widthOf(surface, link, full)));
    write(
      surface,
      link,
      { ...full, size, x: MIDDLE_X, y: 1190, color: mixColors(INK_COLOR, this.#ground, 0.25) },
      unit,
    );
  }
}

/** Ease-out from 0 to 1; 0 before the start. */
function ease(t: number): number {
  const part = Math.min(1, Math.max(0, t));
  return 1 - (1 - part) ** 3;
}
