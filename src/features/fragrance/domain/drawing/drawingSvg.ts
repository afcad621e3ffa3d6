/**
 * A drawing as SVG: for React (as markup), for canvases and PNG files (as an image), and for the share card.
 */
import { escapeMarkup } from '#core/values/markup.ts';
import { DRAWING_SIZE, type ColorToken, type Drawing } from './shapes.ts';
import { noteColors, noteShade } from './noteColors.ts';
import { mixColors } from './oklab.ts';
import { familyColors, type Palette } from './palette.ts';

interface SvgOptions {
  /** Paint the tinted paper; true by default. Without it the drawing is transparent. */
  background?: boolean;
  /** Aspect ratio, 1 by default. A wider picture shows more paper at the sides. */
  aspect?: number;
  /** Text alternative; without it the drawing is decorative and hidden from assistive technology. */
  label?: string;
  /** Width attribute, px, needed by image elements and canvases; scales freely when absent. */
  width?: number;
}

/**
 * Renders the drawing in a palette. The markup has no ids, styles or scripts, so that several drawings fit on one page;
 * the label is escaped.
 */
export function drawingSvg(drawing: Drawing, palette: Palette, options: SvgOptions = {}): string {
  const { background = true, aspect = 1, label, width } = options;
  const span = Math.round(DRAWING_SIZE * Math.max(1, aspect));
  const rise = Math.round(DRAWING_SIZE * Math.max(1, 1 / aspect));
  const left = (DRAWING_SIZE - span) / 2;
  const top = (DRAWING_SIZE - rise) / 2;
  const box = `${left} ${top} ${span} ${rise}`;
  const size = width === undefined ? '' : ` width="${width}" height="${Math.round(width / aspect)}"`;
  const name = label === undefined ? ' aria-hidden="true"' : ` role="img" aria-label="${escapeMarkup(label)}"`;
  const paper = background
    ? `<rect x="${left}" y="${top}" width="${span}" height="${rise}" fill="${groundColor(drawing, palette)}"/>`
    : '';
  const shapes = drawing.shapes.map(({ path, fill, stroke, strokeWidth, opacity }) => {
    const paint = fill ? `fill="${colorIn(palette, fill)}"` : 'fill="none"';
    const line = stroke ? ` stroke="${colorIn(palette, stroke)}" stroke-width="${strokeWidth ?? 1}"` : '';
    return `<path d="${path}" ${paint}${line}${opacity === 1 ? '' : ` opacity="${Math.round(opacity * 100) / 100}"`}/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"${size}${name}>${paper}${shapes.join('')}</svg>`;
}

/** The colour of a token in a palette, `#rrggbb`. */
export function colorIn(palette: Palette, { note, depth }: ColorToken): string {
  if (depth === 'line') return noteColors(note, palette.scheme).line;
  // On dark paper light and dark shades are swapped: the drawing glows from inside.
  if (palette.scheme === 'light') return noteShade(note, palette, depth);
  const glow = 0.86 - 0.8 * depth;
  const { fill, line } = noteColors(note, 'dark');
  // A note nearly as dark as the paper uses its brighter shades, to stay visible.
  return noteShade(note, palette, fill === line ? glow : 0.6 + 0.3 * glow);
}

/** The colour of the drawing's paper in a palette. */
export function groundColor({ ground }: Drawing, palette: Palette): string {
  return ground === null ? palette.paper : mixColors(palette.paper, familyColors(palette, ground).wash, 0.4);
}
