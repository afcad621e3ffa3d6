/**
 * The colours of every note: its material's colour from the catalogue, adapted to light and to dark paper.
 *
 * Contrast (WCAG 2.2) is guaranteed by construction and tested for all 108 notes: the lightness of `ink` is changed
 * until it has 4.5:1 on `paper`, `surface` and its own `wash` (text, 1.4.3), that of `line` until it has 3:1 there
 * (graphics, 1.4.11); `fill` avoids the narrow range of lightness where neither text colour has 4.5:1 on it. Otherwise
 * `fill` is true to the material: cream is nearly the light paper, black pepper nearly the dark one. So every shape in
 * `fill` has an edge in `line`, which equals `fill` where that has 3:1; thin marks use `line`.
 */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import {
  contrastRatio,
  hexOfLinear,
  linearOfOklab,
  luminance,
  luminanceRatio,
  mixColors,
  type Oklch,
} from './oklab.ts';
import { DARK_PALETTE, DARK_TEXT, LIGHT_PALETTE, LIGHT_TEXT, type ColorForms, type Palette } from './palette.ts';

export type Scheme = Palette['scheme'];

export interface NoteColors extends ColorForms {
  /** Edges of shapes, and thin marks such as the bars of a waveform. */
  line: string;
}

const TEXT_CONTRAST = 4.5;
const GRAPHICS_CONTRAST = 3;
/** Chroma below which a color looks grey. */
const MAX_GREY_CHROMA = 0.02;
/** Steps of a binary search: finer than 8 bits. */
const SEARCH_STEPS = 10;

const cachedColors: Readonly<Record<Scheme, Map<NoteCode, NoteColors>>> = { light: new Map(), dark: new Map() };

/** The colours of a note. @throws RangeError when the code is not one of the 108 */
export function noteColors(code: NoteCode, scheme: Scheme): NoteColors {
  let colors = cachedColors[scheme].get(code);
  if (colors === undefined) {
    colors = colorsFor(perfumeNoteOf(code).color, scheme === 'dark' ? DARK_PALETTE : LIGHT_PALETTE);
    cachedColors[scheme].set(code, colors);
  }
  return colors;
}

/**
 * A note's colour by depth: 0 is nearly the paper, 0.5 the note's fill, 1 that moved away from the paper through the
 * note's ink, so that it does not turn grey. Mixed in Oklab for even steps.
 */
export function noteShade(code: NoteCode, palette: Palette, depth: number): string {
  const { fill, ink, wash } = noteColors(code, palette.scheme);
  const d = Math.min(1, Math.max(0, depth));
  if (d <= 0.5) return mixColors(wash, fill, d * 2);
  const deepest = mixColors(ink, palette.ink, ink === fill ? 0.5 : 0.15);
  return mixColors(fill, deepest, (d - 0.5) * 1.7);
}

/** `#rrggbb` of a colour; reduces chroma to the sRGB gamut, keeping hue and lightness. */
export function hexOfOklch([lightness, chroma, hue]: Oklch): string {
  const angle = (hue * Math.PI) / 180;
  const linear = (c: number): number[] => linearOfOklab([lightness, c * Math.cos(angle), c * Math.sin(angle)]);
  if (isShown(linear(chroma))) return hexOfLinear(linear(chroma));
  return hexOfLinear(linear(edge(0, chroma, (c) => isShown(linear(c)))));
}

function isShown(linear: readonly number[]): boolean {
  return linear.every((v) => v >= -1e-4 && v <= 1 + 1e-4);
}

function colorsFor(material: Oklch, palette: Palette): NoteColors {
  const dark = palette.scheme === 'dark';
  const color = dark ? forDarkPaper(material) : material;
  const [, chroma, hue] = color;
  const wash = hexOfOklch(
    dark ? [0.255, Math.min(0.035, chroma * 0.35), hue] : [0.935, Math.min(0.045, chroma * 0.5), hue],
  );
  const sheets = [palette.paper, palette.surface, wash].map(luminance);
  const contrastOn = (contrast: number) => (hex: string) => {
    const noteLuminance = luminance(hex);
    return sheets.every((sheet) => luminanceRatio(noteLuminance, sheet) >= contrast);
  };
  const away = dark ? 1 : 0;
  const legible = readable(color);
  const deep: Oklch = dark ? color : deepen(color);
  return {
    ...legible,
    wash,
    line: contrastOn(GRAPHICS_CONTRAST)(legible.fill)
      ? legible.fill
      : moveUntil(deep, away, contrastOn(GRAPHICS_CONTRAST)),
    // On dark paper, text in grey seems to be disabled.
    ink:
      dark && chroma < MAX_GREY_CHROMA
        ? palette.ink
        : moveUntil(contrastOn(TEXT_CONTRAST)(hexOfOklch(color)) ? color : deep, away, contrastOn(TEXT_CONTRAST)),
  };
}

/** Lightens dark colours on dark paper, so that browns differ visibly, and dims white. */
function forDarkPaper([lightness, chroma, hue]: Oklch): Oklch {
  return [lightness + 0.16 * (1 - lightness) ** 2 - 0.03 * lightness, chroma, hue];
}

/**
 * Hue and chroma for darkening: yellow turns to gold instead of olive, and pale colours gain the chroma that the eye
 * loses in the dark.
 */
function deepen([lightness, chroma, hue]: Oklch): Oklch {
  const toGold = hue > 70 && hue <= 110 ? (hue - 70) / 2 : hue > 110 && hue < 140 ? ((140 - hue) * 2) / 3 : 0;
  return [lightness, Math.max(chroma, Math.min(0.12, chroma * 1.35)), hue - toGold];
}

/** The fill with a text colour of enough contrast; between the two text colours it moves the shorter way. */
function readable(color: Oklch): Pick<NoteColors, 'fill' | 'onFill'> {
  const hex = hexOfOklch(color);
  const carries = (text: string) => (fill: string) => contrastRatio(text, fill) >= TEXT_CONTRAST;
  for (const text of [LIGHT_TEXT, DARK_TEXT]) if (carries(text)(hex)) return { fill: hex, onFill: text };
  const darker = { fill: moveUntil(color, 0, carries(LIGHT_TEXT)), onFill: LIGHT_TEXT };
  const lighter = { fill: moveUntil(color, 1, carries(DARK_TEXT)), onFill: DARK_TEXT };
  return contrastRatio(darker.fill, hex) < contrastRatio(lighter.fill, hex) ? darker : lighter;
}

/** Moves the lightness towards an end (0 black, 1 white) as little as needed. */
function moveUntil([lightness, chroma, hue]: Oklch, end: 0 | 1, isGood: (hex: string) => boolean): string {
  const at = (l: number): string => hexOfOklch([l, chroma, hue]);
  return isGood(at(lightness)) ? at(lightness) : at(edge(end, lightness, (l) => isGood(at(l))));
}

/** The last good value between a good and a bad end. */
function edge(good: number, bad: number, isGood: (value: number) => boolean): number {
  let [inside, outside] = [good, bad];
  for (let i = 0; i < SEARCH_STEPS; i++) {
    const middle = (inside + outside) / 2;
    if (isGood(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}
