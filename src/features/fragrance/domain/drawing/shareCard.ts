/**
 * The link preview of a fragrance: 1200 x 630, its drawing on the left, its name, notes and tiers on the right. Always
 * on light paper. Painted on a small surface that canvases of pages and workers provide.
 */
import { drawFragrance } from './drawing.ts';
import { DRAWING_SIZE, type Drawable } from './shapes.ts';
import { groundColor } from './drawingSvg.ts';
import { noteColors } from './noteColors.ts';
import { mixColors } from './oklab.ts';
import { paintDrawing, type PaintSurface } from './paintDrawing.ts';
import { LIGHT_PALETTE } from './palette.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { Fragrance } from '../composition/model.ts';

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

export type CardFragrance = Drawable & Pick<Fragrance, 'name' | 'topNotes' | 'middleNotes' | 'baseNotes'>;

/** The used part of a 2D context; the path type is `Path2D` there. */
export interface CardSurface<Path> extends PaintSurface<Path> {
  font: string;
  textBaseline: string;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { width: number };
}

export const SERIF_FONT = "'Fraunces', Georgia, serif";
export const SANS_FONT = "'Instrument Sans', system-ui, sans-serif";
/**
 * Optical size of the serif, px, as fixed by `global.css` on pages: at its largest the hairlines vanish. A canvas
 * derives it from the font size, so all text in the serif is set at this size and scaled.
 */
export const OPTICAL_SIZE = 60;
/** Fonts to load before painting, for `FontFaceSet.load`. */
export const CARD_FONTS = [
  `360 ${OPTICAL_SIZE}px ${SERIF_FONT}`,
  `420 ${OPTICAL_SIZE}px ${SERIF_FONT}`,
  `400 26px ${SANS_FONT}`,
  `600 26px ${SANS_FONT}`,
] as const;

/** Text column: left edge and width. */
const LEFT_X = 634;
const COLUMN_WIDTH = 506;
const RIGHT_X = LEFT_X + COLUMN_WIDTH;
const TOP_Y = 68;
const BOTTOM_Y = 570;
const INK_COLOR = LIGHT_PALETTE.ink;

/** Paints the card. `pathOf` creates a path from SVG path data: `(data) => new Path2D(data)`. */
export function paintCard<Path>(
  surface: CardSurface<Path>,
  fragrance: CardFragrance,
  pathOf: (data: string) => Path,
): void {
  const drawing = drawFragrance(fragrance);
  surface.setTransform(1, 0, 0, 1, 0, 0);
  surface.globalAlpha = 1;
  surface.fillStyle = groundColor(drawing, LIGHT_PALETTE);
  surface.fillRect(0, 0, CARD_WIDTH, CARD_HEIGHT);

  const scale = CARD_HEIGHT / DRAWING_SIZE;
  surface.setTransform(scale, 0, 0, scale, -12, 0);
  paintDrawing(surface, drawing, LIGHT_PALETTE, { pathOf });

  surface.setTransform(1, 0, 0, 1, 0, 0);
  surface.globalAlpha = 1;
  surface.textBaseline = 'alphabetic';
  const quiet = mixColors(INK_COLOR, groundColor(drawing, LIGHT_PALETTE), 0.3);
  const tiers = tierLines(surface, fragrance);
  const tiersTop =
    BOTTOM_Y - tiers.reduce((height, { lines }) => height + lines.length * TIER_LINE + TIER_GAP, -TIER_GAP);
  const notesTop = tiersTop - 96;
  serif(surface, 'Accord', LEFT_X, TOP_Y + 24, 420, 34);
  title(surface, fragrance.name, notesTop - 28);
  chips(surface, fragrance.musicEssence, notesTop, pathOf);
  let y = tiersTop;
  for (const { label, lines } of tiers) {
    drawText(surface, label, LEFT_X, y + 24, `600 20px ${SANS_FONT}`, quiet);
    for (const line of lines) {
      drawText(surface, line, LEFT_X + TIER_INDENT, y + 25, `400 26px ${SANS_FONT}`, INK_COLOR);
      y += TIER_LINE;
    }
    y += TIER_GAP;
  }
}

const TIER_INDENT = 102;
const TIER_LINE = 33;
const TIER_GAP = 11;
/** At the smallest size the name is cut. */
const TITLE_SIZES = [86, 78, 70, 62, 54, 46, 40] as const;
const TITLE_LINES = 3;

function drawText(
  surface: CardSurface<unknown>,
  text: string,
  x: number,
  y: number,
  font: string,
  color: string,
): void {
  surface.font = font;
  surface.fillStyle = color;
  surface.fillText(text, x, y);
}

/** Writes text in the serif, `size` px high; leaves the transform at 1:1. */
function serif(surface: CardSurface<unknown>, text: string, x: number, y: number, weight: number, size: number): void {
  const scale = size / OPTICAL_SIZE;
  surface.setTransform(scale, 0, 0, scale, x, y);
  drawText(surface, text, 0, 0, `${weight} ${OPTICAL_SIZE}px ${SERIF_FONT}`, INK_COLOR);
  surface.setTransform(1, 0, 0, 1, 0, 0);
}

/** The fragrance's name, as large as it fits between the word mark and `bottom`. */
function title(surface: CardSurface<unknown>, name: string, bottom: number): void {
  const room = bottom - (TOP_Y + 60);
  surface.font = `360 ${OPTICAL_SIZE}px ${SERIF_FONT}`;
  for (const size of TITLE_SIZES) {
    const measure = (text: string): number => (surface.measureText(text).width * size) / OPTICAL_SIZE;
    const lineHeight = Math.round(size * 1.04);
    const maxLines = Math.min(TITLE_LINES, Math.floor(room / lineHeight));
    const smallest = size === TITLE_SIZES.at(-1);
    if (maxLines < 1 && !smallest) continue;
    const lines = wrapText(name, COLUMN_WIDTH, measure, smallest ? Math.max(1, maxLines) : Infinity);
    // Prefer a smaller size to a broken word.
    const whole = smallest || name.split(/\s+/).every((word) => measure(word) <= COLUMN_WIDTH);
    if (!smallest && (lines.length > maxLines || !whole)) continue;
    // Centred, slightly towards the word mark.
    let y = TOP_Y + 60 + (room - lines.length * lineHeight) * 0.55 + size * 0.8;
    for (const line of lines) {
      serif(surface, line, LEFT_X - size * 0.03, y, 360, size);
      y += lineHeight;
    }
    return;
  }
}

interface TierLines {
  label: string;
  lines: string[];
}

function tierLines(surface: CardSurface<unknown>, { topNotes, middleNotes, baseNotes }: CardFragrance): TierLines[] {
  surface.font = `400 26px ${SANS_FONT}`;
  const measure = (text: string): number => surface.measureText(text).width;
  const tiers: [string, readonly string[]][] = [
    ['Top', topNotes],
    ['Middle', middleNotes],
    ['Base', baseNotes],
  ];
  return tiers
    .filter(([, notes]) => notes.length > 0)
    .map(([label, notes]) => ({ label, lines: wrapText(notes.join(', '), COLUMN_WIDTH - TIER_INDENT, measure, 2) }));
}

/** The essence as a row of up to eight chips in their colours. */
function chips<Path>(
  surface: CardSurface<Path>,
  essence: readonly NoteCode[],
  y: number,
  pathOf: (data: string) => Path,
): void {
  const font = `600 24px ${SANS_FONT}`;
  surface.font = font;
  const shown = essence.slice(0, 8);
  const widths = shown.map((code) => surface.measureText(code).width);
  const text = widths.reduce((sum, width) => sum + width, 0);
  const gap = 8;
  const padding = Math.min(16, (COLUMN_WIDTH - text - gap * (shown.length - 1)) / shown.length / 2);
  let x = LEFT_X;
  shown.forEach((code, i) => {
    const colors = noteColors(code, 'light');
    const width = widths[i]! + 2 * padding;
    if (x + width > RIGHT_X + 1) return;
    surface.fillStyle = colors.fill;
    const outline = pathOf(pill(x, y, width, 46));
    surface.fill(outline);
    surface.strokeStyle = colors.line;
    surface.lineWidth = 2;
    surface.stroke(outline);
    drawText(surface, code, x + padding, y + 31.5, font, colors.onFill);
    x += width + gap;
  });
}

function pill(x: number, y: number, width: number, height: number): string {
  const r = Math.min(width, height) / 2;
  const end = (cx: number, sign: number): string => `A${r} ${r} 0 0 1 ${cx} ${sign > 0 ? y + height : y}`;
  return `M${x + r} ${y}L${x + width - r} ${y}${end(x + width - r, 1)}L${x + r} ${y + height}${end(x + r, -1)}Z`;
}

/**
 * Breaks a text into lines of at most `width`, at spaces, or inside a word that is too wide. Cuts after `maxLines` with
 * an ellipsis. `measure` returns a text's width.
 */
export function wrapText(
  text: string,
  width: number,
  measure: (text: string) => number,
  maxLines: number = Infinity,
): string[] {
  const lines: string[] = [];
  let line = '';
  const pieces = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  for (let i = 0; i < pieces.length; i++) {
    const word = pieces[i]!;
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') {
      lines.push(line);
      line = '';
      i--;
    } else {
      const letters = Array.from(word);
      let fits = letters.length - 1;
      while (fits > 1 && measure(letters.slice(0, fits).join('')) > width) fits--;
      if (fits < 1) {
        line = word;
        continue;
      }
      lines.push(letters.slice(0, fits).join(''));
      pieces[i] = letters.slice(fits).join('');
      i--;
    }
    if (lines.length > maxLines) break;
  }
  if (line !== '') lines.push(line);
  if (lines.length <= maxLines) return lines;
  let last = lines[maxLines - 1] ?? '';
  while (last !== '' && measure(`${last}…`) > width) last = Array.from(last).slice(0, -1).join('');
  return [...lines.slice(0, maxLines - 1), `${last.replace(/[\s,]+$/, '')}…`];
}
