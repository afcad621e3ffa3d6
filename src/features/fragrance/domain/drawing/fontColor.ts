import { contrastRatio } from './oklab.ts';

/** The slider of the font colour runs from 0 to 100. */
export const FONT_COLOR_STEPS = 100;
/** Black, the default. */
export const DEFAULT_FONT_COLOR_VALUE = 100;

/** White up to this value. */
const WHITE_UNTIL = 2;
/** Black from this value. */
const BLACK_FROM = 98;

/** The hue at a value, degrees. */
function hueAt(value: number): number {
  return Math.round(value * 36) / 10;
}

/** Invalid values are black, the default. */
function placeStop(value: number): number {
  return Number.isFinite(value) ? Math.min(FONT_COLOR_STEPS, Math.max(0, value)) : DEFAULT_FONT_COLOR_VALUE;
}

/**
 * The CSS colour at a value: white up to 2, black from 98, between them the hue value/100 x 360 at 80 % saturation and
 * 50 % lightness.
 */
export function fontColorAt(value: number): string {
  const place = placeStop(value);
  if (place <= WHITE_UNTIL) return '#ffffff';
  if (place >= BLACK_FROM) return '#000000';
  return `hsl(${hueAt(place)}, 80%, 50%)`;
}

const HUE_NAMES = [
  'red',
  'orange',
  'yellow',
  'lime',
  'green',
  'sea green',
  'turquoise',
  'sky blue',
  'blue',
  'violet',
  'magenta',
  'pink',
] as const;

/** The name of the colour at a value. */
export function fontColorName(value: number): string {
  const place = placeStop(value);
  if (place <= WHITE_UNTIL) return 'white';
  if (place >= BLACK_FROM) return 'black';
  return HUE_NAMES[Math.round(hueAt(place) / 30) % HUE_NAMES.length]!;
}

/** The same colour as `#rrggbb`. */
export function fontColorHex(value: number): string {
  const place = placeStop(value);
  if (place <= WHITE_UNTIL) return '#ffffff';
  if (place >= BLACK_FROM) return '#000000';
  const hue = hueAt(place);
  // CSS Color 4, HSL to RGB, with saturation 0.8 and lightness 0.5.
  const channel = (offset: number): string => {
    const k = (offset + hue / 30) % 12;
    return Math.round(255 * (0.5 - 0.4 * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** A color counts as black below this brightest channel, of 255. */
const MAX_BLACK_CHANNEL = 72;

/** The value of the slider whose color is nearest to `#rrggbb`: its hue, or black. */
export function fontColorValueOf(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number];
  const most = Math.max(r, g, b);
  if (most < MAX_BLACK_CHANNEL) return FONT_COLOR_STEPS;
  const range = most - Math.min(r, g, b) || 1;
  const sixth = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  const value = Math.round((((sixth + 6) % 6) / 6) * FONT_COLOR_STEPS);
  return Math.min(BLACK_FROM - 1, Math.max(WHITE_UNTIL + 1, value));
}

/** True when a name in this colour is hard to read on that paper (`#rrggbb`). */
export function isFaintOn(value: number, paper: string): boolean {
  return contrastRatio(fontColorHex(value), paper) < 2;
}
