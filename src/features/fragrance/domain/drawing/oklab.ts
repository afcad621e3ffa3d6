/**
 * Colour arithmetic: sRGB hex to and from Oklab and OKLCH, mixing, and the contrast of WCAG 2.2.
 * Oklab by Björn Ottosson, https://bottosson.github.io/posts/oklab/ (the matrices are constants of that space).
 */

/** Lightness 0 (black) to 1 (white), chroma 0 (grey) to about 0.3, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** Mix of two `#rrggbb` colours in Oklab: 0 is `from`, 1 is `to`. */
export function mixColors(from: string, to: string, amount: number): string {
  const a = oklabOf(from);
  const b = oklabOf(to);
  return hexOfLinear(linearOfOklab(a.map((v, i) => v + (b[i]! - v) * amount)));
}

/** WCAG contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  return luminanceRatio(luminance(a), luminance(b));
}

/** {@link contrastRatio} of two luminances. */
export function luminanceRatio(x: number, y: number): number {
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Lightness, a and b of a `#rrggbb` colour in Oklab. */
export function oklabOf(hex: string): number[] {
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

/** Linear sRGB of an Oklab colour; values outside 0 to 1 are out of gamut. */
export function linearOfOklab(lab: readonly number[]): number[] {
  const [lightness, a, b] = lab as [number, number, number];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** `#rrggbb` of linear sRGB, clipped. */
export function hexOfLinear(linear: readonly number[]): string {
  const channel = (v: number): string => {
    const c = Math.min(1, Math.max(0, v));
    const encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${linear.map(channel).join('')}`;
}

/** Relative luminance of a `#rrggbb` colour, 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = linearRgbOf(hex);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function linearRgbOf(hex: string): number[] {
  return [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
}
