import { drawFragrance } from '../drawing.ts';
import type { Drawable } from '../shapes.ts';
import { groundColor } from '../drawingSvg.ts';
import { mixColors } from '../oklab.ts';
import { LIGHT_PALETTE } from '../palette.ts';
import { wrapText } from '../shareCard.ts';

/* The label of a bottle: its name and its paper. */

/** Maximum name on a bottle, characters. */
export const DESIGN_NAME_MAX = 50;

/** The name on the label: 50 characters at most, then an ellipsis, without a cut surrogate pair. */
export function labelName(name: string): string {
  const trimmed = name.trim().replace(/\s+/g, ' ');
  if (trimmed.length <= DESIGN_NAME_MAX) return trimmed;
  return `${clippedName(trimmed)}…`;
}

/** The first 50 characters of a name, counted as by an input field, without a cut surrogate pair. */
export function clippedName(name: string): string {
  let clipped = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)) {
    if (clipped.length + segment.length > DESIGN_NAME_MAX) break;
    clipped += segment;
  }
  return clipped.trimEnd();
}

/** A line of the label's name; `y` is its baseline. */
interface LabelLine {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** Position of the name. */
const NAME_BOX = { x: 300, middle: 668, width: 214 };
const NAME_SIZES: readonly { size: number; lines: number }[] = [
  { size: 38, lines: 1 },
  { size: 31, lines: 2 },
  { size: 24, lines: 3 },
  { size: 19, lines: 4 },
  { size: 15, lines: 5 },
];

export const LABEL_FONT = "'Fraunces', 'Iowan Old Style', Georgia, serif";
export const LABEL_WEIGHT = 420;

/** Breaks a label's name into lines that fit; the same on the page and in the picture. */
export function labelLines(name: string): LabelLine[] {
  const text = labelName(name);
  if (text === '') return [];
  for (const { size, lines: maxLines } of NAME_SIZES) {
    const measure = (piece: string): number => roughWidth(piece) * size;
    const lines = wrapText(text, NAME_BOX.width, measure);
    const wordsFit = text.split(' ').every((word) => measure(word) <= NAME_BOX.width);
    const last = size === NAME_SIZES.at(-1)!.size;
    if (!last && (lines.length > maxLines || !wordsFit)) continue;
    const shown = lines.slice(0, maxLines);
    const leading = size * 1.16;
    const first = NAME_BOX.middle - ((shown.length - 1) * leading) / 2 + size * 0.33;
    return shown.map((line, i) => ({
      text: line,
      x: NAME_BOX.x,
      y: Math.round((first + i * leading) * 10) / 10,
      size,
    }));
  }
  return [];
}

/** Approximate width of a text in the label's font, ems: enough to break lines without a canvas. */
function roughWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    if (code >= 0x1100) width += code >= 0x1f1e6 && code <= 0x1f1ff ? 0.65 : 1.15;
    else if (/[ilI.,;:!|'’`]/.test(letter)) width += 0.33;
    else if (/[mwMW@%&]/.test(letter)) width += 0.94;
    else if (/[A-ZÀ-Þ]/.test(letter)) width += 0.74;
    else width += letter === ' ' ? 0.26 : 0.56;
  }
  return width;
}

/** The colour of the label's paper, slightly tinted by the strongest note's family. */
export function labelPaper(fragrance: Drawable): string {
  return mixColors(groundColor(drawFragrance(fragrance), LIGHT_PALETTE), '#fffdf9', 0.35);
}
