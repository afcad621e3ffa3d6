import { Resvg } from '@resvg/resvg-js';
import type { Drawing } from '../../src/features/fragrance/domain/drawing/shapes.ts';
import { drawingSvg } from '../../src/features/fragrance/domain/drawing/drawingSvg.ts';
import { oklabOf } from '../../src/features/fragrance/domain/drawing/oklab.ts';
import { LIGHT_PALETTE } from '../../src/features/fragrance/domain/drawing/palette.ts';

/** How different two flowers look: by their colours and by their silhouettes. */

/** Pixels on a side of the rendered flower. */
const SIZE = 128;
/** Width of a cell of the colour histogram: lightness, a and b of Oklab. */
const CELL = [0.1, 0.05, 0.05] as const;
/** A pixel counts to the silhouette from this alpha on, and to the histogram by its alpha. */
const SOLID = 64;
const COLOR_WEIGHT = 0.7;

export interface Look {
  /** Share of the painted area by cell of colour; adds up to 1. */
  colors: Map<string, number>;
  silhouette: Uint8Array;
}

/** A flower on transparent paper, rendered. */
export function lookOf(drawing: Drawing): Look {
  const svg = drawingSvg(drawing, LIGHT_PALETTE, { background: false, width: SIZE });
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const colors = new Map<string, number>();
  const silhouette = new Uint8Array(SIZE * SIZE);
  const cells = new Map<string, string>();
  let total = 0;
  for (let i = 0; i < SIZE * SIZE; i++) {
    const alpha = pixels[4 * i + 3]!;
    if (alpha < SOLID) continue;
    silhouette[i] = 1;
    // Resvg gives colours multiplied by alpha.
    const hex = `#${[0, 1, 2]
      .map((c) =>
        Math.min(255, Math.round((pixels[4 * i + c]! * 255) / alpha))
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
    let cell = cells.get(hex);
    if (cell === undefined) {
      cell = oklabOf(hex)
        .map((value, axis) => Math.floor(value / CELL[axis]!))
        .join(' ');
      cells.set(hex, cell);
    }
    colors.set(cell, (colors.get(cell) ?? 0) + alpha);
    total += alpha;
  }
  for (const [cell, amount] of colors) colors.set(cell, amount / total);
  return { colors, silhouette };
}

/** 0 for the same colours in the same amounts, 1 for none in common. */
export function colorDifference(a: Look, b: Look): number {
  let common = 0;
  for (const [cell, amount] of a.colors) common += Math.min(amount, b.colors.get(cell) ?? 0);
  return 1 - common;
}

/** 0 for the same silhouette, 1 for two that do not overlap: 1 - intersection / union. */
export function silhouetteDifference(a: Look, b: Look): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < a.silhouette.length; i++) {
    const sum = a.silhouette[i]! + b.silhouette[i]!;
    if (sum > 0) either++;
    if (sum > 1) both++;
  }
  return either === 0 ? 0 : 1 - both / either;
}

export function flowerDistance(a: Look, b: Look): number {
  return COLOR_WEIGHT * colorDifference(a, b) + (1 - COLOR_WEIGHT) * silhouetteDifference(a, b);
}

/** The distance of each flower to the nearest other one. */
export function nearestDistances(looks: readonly Look[]): number[] {
  return looks.map((look) =>
    Math.min(...looks.filter((other) => other !== look).map((other) => flowerDistance(look, other))),
  );
}
