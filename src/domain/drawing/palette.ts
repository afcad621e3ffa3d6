/**
 * The colours of scent: nine hues, one an octave, from resin-dark (octave 0) to ice (octave 8), on warm
 * paper and on dark paper. This table owns the values; `src/ui/theme/tokens.css` mirrors them as `--family-0`
 * to `--family-8` (with `-ink`, `-wash` and `-on`).
 *
 * Contrast (WCAG 2.2, held by palette.test.ts): `fill` is at least 3:1 on `paper` (shapes, graphics, 1.4.11);
 * `ink` is at least 4.5:1 on `paper`, `surface` and its own `wash` (text, 1.4.3); `onFill` is at least 4.5:1
 * on `fill`.
 */
import type { Octave } from '../pitch/pitch.ts';

/** Colours of one fragrance family, sRGB hex. */
export interface FamilyColors {
  /** Dots, keys, pads, waveform, drawing. */
  fill: string;
  /** Text in the family's colour. */
  ink: string;
  /** Tinted paper for chips and cards. */
  wash: string;
  /** Text on `fill`. */
  onFill: string;
}

export interface Palette {
  scheme: 'light' | 'dark';
  /** The page. */
  paper: string;
  /** A raised sheet on the page. */
  surface: string;
  /** Text. */
  ink: string;
  /** Secondary text, at least 4.5:1 on paper and surface. */
  mutedInk: string;
  /** Borders that carry meaning, at least 3:1 on paper. */
  line: string;
  /** Indexed by octave, 0 to 8. */
  families: readonly FamilyColors[];
}

const LIGHT_TEXT = '#f9f5ee';
const DARK_TEXT = '#17110e';

export const LIGHT_PALETTE: Palette = {
  scheme: 'light',
  paper: '#f9f5ee',
  surface: '#fffdf9',
  ink: '#251c16',
  mutedInk: '#6b5d51',
  line: '#8c7d70',
  families: [
    { fill: '#44281e', ink: '#43291f', wash: '#f2e5e0', onFill: LIGHT_TEXT },
    { fill: '#7e3029', ink: '#7c322b', wash: '#ffe0db', onFill: LIGHT_TEXT },
    { fill: '#bb7328', ink: '#915100', wash: '#fae3d1', onFill: DARK_TEXT },
    { fill: '#616222', ink: '#606126', wash: '#e9ead4', onFill: LIGHT_TEXT },
    { fill: '#b72855', ink: '#ad2750', wash: '#fedfe3', onFill: LIGHT_TEXT },
    { fill: '#9550a9', ink: '#844497', wash: '#f2e1f7', onFill: LIGHT_TEXT },
    { fill: '#5d920d', ink: '#477205', wash: '#e0edd5', onFill: DARK_TEXT },
    { fill: '#0b938e', ink: '#03726e', wash: '#cef0ed', onFill: DARK_TEXT },
    { fill: '#528db8', ink: '#316990', wash: '#d6ebfc', onFill: DARK_TEXT },
  ],
};

export const DARK_PALETTE: Palette = {
  scheme: 'dark',
  paper: '#17110e',
  surface: '#221a16',
  ink: '#eee7dc',
  mutedInk: '#b3a598',
  line: '#7d7066',
  families: [
    { fill: '#aa745f', ink: '#c89886', wash: '#32221c', onFill: DARK_TEXT },
    { fill: '#c36458', ink: '#e2887d', wash: '#3a1d1a', onFill: DARK_TEXT },
    { fill: '#e39851', ink: '#de9a5d', wash: '#36210d', onFill: DARK_TEXT },
    { fill: '#9c9e56', ink: '#a8aa6a', wash: '#272811', onFill: DARK_TEXT },
    { fill: '#ea6685', ink: '#f17993', wash: '#391d22', onFill: DARK_TEXT },
    { fill: '#ca8cdc', ink: '#c690d7', wash: '#301f35', onFill: DARK_TEXT },
    { fill: '#a0d868', ink: '#a4d673', wash: '#1f2b13', onFill: DARK_TEXT },
    { fill: '#83e1db', ink: '#8ddfd9', wash: '#0e2c2a', onFill: DARK_TEXT },
    { fill: '#c7e6ff', ink: '#c8e6fd', wash: '#1e282f', onFill: DARK_TEXT },
  ],
};

/** The colours of an octave's family in a palette. */
export function familyColors(palette: Palette, octave: Octave): FamilyColors {
  return palette.families[octave]!;
}

/**
 * A colour of a family by its depth: 0 is nearly the paper, 0.5 is the family's fill, 1 is the fill pushed
 * away from the paper (darker on light paper, lighter on dark). Mixed in Oklab, so that steps look even.
 */
export function shade(palette: Palette, octave: Octave, depth: number): string {
  const { fill, wash } = familyColors(palette, octave);
  const d = Math.min(1, Math.max(0, depth));
  return d <= 0.5 ? mixColors(wash, fill, d * 2) : mixColors(fill, palette.ink, (d - 0.5) * 1.2);
}

/** Mix of two `#rrggbb` colours in Oklab: 0 is `from`, 1 is `to`. */
export function mixColors(from: string, to: string, amount: number): string {
  const a = oklabOf(from);
  const b = oklabOf(to);
  return hexOfOklab(a.map((v, i) => v + (b[i]! - v) * amount));
}

/** WCAG contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = linearRgbOf(hex);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function linearRgbOf(hex: string): number[] {
  return [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
}

// Oklab by Björn Ottosson, https://bottosson.github.io/posts/oklab/ (the matrices are constants of that space).
function oklabOf(hex: string): number[] {
  const [r, g, b] = linearRgbOf(hex) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function hexOfOklab(lab: readonly number[]): string {
  const [lightness, a, b] = lab as [number, number, number];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channel = (v: number): string => {
    const c = Math.min(1, Math.max(0, v));
    const encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${linear.map(channel).join('')}`;
}
