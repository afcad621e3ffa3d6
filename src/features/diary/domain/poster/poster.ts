/**
 * The poster of a month: its days as a calendar, and above them the fragrance of all of it. One layout for the SVG file,
 * the PNG and print. Units of the sheet, with the sides of A paper.
 */
import {
  DRAWING_SIZE,
  drawFragrance,
  drawingSvg,
  paintDrawing,
  type Fragrance,
  type PaintSurface,
  type Palette,
} from '../../../fragrance/domain/index.ts';
import { escapeMarkup } from '../../../../core/values/markup.ts';
import { calendarOf, entriesOfMonth } from '../calendar/calendar.ts';
import { compose } from '../compose.ts';
import { monthWords, WEEKDAYS, type Day, type Month } from '../calendar/days.ts';
import type { DiaryEntry } from '../entry.ts';
import { MAX_TILES, tilesOf } from './tiles.ts';
import { counted } from '../../../../core/values/words.ts';

export const POSTER_WIDTH = 1400;
export const POSTER_HEIGHT = 1980;
export const POSTER_FONT = "Fraunces, 'Iowan Old Style', Georgia, serif";
/** Weight of its letters. */
export const POSTER_WEIGHT = 400;

const MARGIN = 100;
const GRID_TOP = 1010;
const CELL = (POSTER_WIDTH - 2 * MARGIN) / 7;
const ROW = 142;
const MAX_FACE = 112;
/** The face of the month. */
const MONTH_FACE = 560;
/** Mean width of a letter, parts of its size. */
const LETTER = 0.52;

export interface PosterFace {
  fragrance: Fragrance;
  x: number;
  y: number;
  size: number;
}

export interface PosterText {
  text: string;
  x: number;
  /** Baseline. */
  y: number;
  size: number;
  anchor: 'start' | 'middle';
  quiet: boolean;
}

export interface Poster {
  /** The month's fragrance; null for a month without any. */
  fragrance: Fragrance | null;
  faces: PosterFace[];
  texts: PosterText[];
  /** The text alternative. */
  label: string;
}

/** The largest size, at most `size`, in which a line fits the sheet. */
const fitting = (text: string, size: number): number =>
  Math.min(size, Math.floor((POSTER_WIDTH - 2 * MARGIN) / (LETTER * Math.max(1, [...text].length))));

/** The layout of a month's poster. */
export function posterOf(month: Month, byDay: ReadonlyMap<Day, DiaryEntry[]>): Poster {
  const entries = entriesOfMonth(month, byDay);
  const fragrance = compose(entries);
  const middle = POSTER_WIDTH / 2;
  const title = monthWords(month);
  const name = fragrance?.name ?? '';
  const faces: PosterFace[] = [];
  const texts: PosterText[] = [
    { text: title, x: middle, y: 160, size: 84, anchor: 'middle', quiet: false },
    ...(name === ''
      ? []
      : [line(name, 860, fitting(name, 52), false), line(counted(entries.length, 'fragrance'), 912, 28, true)]),
    ...WEEKDAYS.map((weekday, i) => ({
      text: weekday.slice(0, 3),
      x: MARGIN + (i + 0.5) * CELL,
      y: GRID_TOP,
      size: 24,
      anchor: 'middle' as const,
      quiet: true,
    })),
  ];
  if (fragrance !== null) faces.push({ fragrance, x: middle - MONTH_FACE / 2, y: 220, size: MONTH_FACE });
  calendarOf(month, byDay).forEach(({ days }, row) => {
    days.forEach(({ day, inMonth, entries: there }, column) => {
      if (!inMonth) return;
      const left = MARGIN + column * CELL;
      const top = GRID_TOP + 22 + row * ROW;
      texts.push({
        text: String(Number(day.slice(8))),
        x: left + 6,
        y: top + 26,
        size: 22,
        anchor: 'start',
        quiet: true,
      });
      const shown = there.slice(-MAX_TILES);
      tilesOf(shown.length).forEach((tile, i) => {
        faces.push({
          fragrance: shown[i]!.fragrance,
          x: left + (CELL - MAX_FACE) / 2 + 8 + tile.x * MAX_FACE,
          y: top + 20 + tile.y * MAX_FACE,
          size: tile.size * MAX_FACE,
        });
      });
    });
  });
  const label = `${title}: ${entries.length === 0 ? 'no fragrance' : `${counted(entries.length, 'fragrance')}, together ${name}`}`;
  return { fragrance, faces, texts, label };
}

const line = (text: string, y: number, size: number, quiet: boolean): PosterText => ({
  text,
  x: POSTER_WIDTH / 2,
  y,
  size,
  anchor: 'middle',
  quiet,
});

/** Colour of a text of the poster. */
const posterInk = ({ quiet }: Pick<PosterText, 'quiet'>, palette: Palette): string =>
  quiet ? palette.mutedInk : palette.ink;

/** The poster as an SVG file without scripts, links or fonts; names are escaped. */
export function posterSvg(poster: Poster, palette: Palette): string {
  const faces = poster.faces.map(({ fragrance, x, y, size }) => {
    const markup = drawingSvg(drawFragrance(fragrance), palette, { background: false, width: size });
    return `<g transform="translate(${round(x)} ${round(y)})">${markup}</g>`;
  });
  const words = poster.texts.map(
    ({ text, x, y, size, anchor, quiet }) =>
      `<text x="${round(x)}" y="${round(y)}" font-size="${size}" text-anchor="${anchor}" fill="${posterInk({ quiet }, palette)}">${escapeMarkup(text)}</text>`,
  );
  const head = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${POSTER_WIDTH} ${POSTER_HEIGHT}" role="img" aria-label="${escapeMarkup(poster.label)}" font-family="${escapeMarkup(POSTER_FONT)}"`;
  const paper = `<rect width="${POSTER_WIDTH}" height="${POSTER_HEIGHT}" fill="${palette.paper}"/>`;
  return `<svg ${head}>${paper}${faces.join('')}${words.join('')}</svg>`;
}

/** Paints the poster on a canvas in the units of its sheet: scale the surface first. */
export function paintPoster(
  surface: PaintSurface<Path2D> & Pick<CanvasRenderingContext2D, PosterDuty>,
  poster: Poster,
  palette: Palette,
): void {
  surface.fillStyle = palette.paper;
  surface.fillRect(0, 0, POSTER_WIDTH, POSTER_HEIGHT);
  for (const { fragrance, x, y, size } of poster.faces) {
    surface.save();
    surface.translate(x, y);
    surface.scale(size / DRAWING_SIZE, size / DRAWING_SIZE);
    paintDrawing(surface, drawFragrance(fragrance), palette, { pathOf: (data) => new Path2D(data) });
    surface.restore();
  }
  for (const { text, x, y, size, anchor, quiet } of poster.texts) {
    surface.font = `${POSTER_WEIGHT} ${size}px ${POSTER_FONT}`;
    surface.textAlign = anchor === 'middle' ? 'center' : 'left';
    surface.fillStyle = posterInk({ quiet }, palette);
    surface.fillText(text, x, y);
  }
}

type PosterDuty = 'fillRect' | 'save' | 'restore' | 'translate' | 'scale' | 'font' | 'textAlign' | 'fillText';

const round = (value: number): number => Math.round(10 * value) / 10;
