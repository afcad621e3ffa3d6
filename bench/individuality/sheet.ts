import { writeFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import type { Drawing } from '../../src/features/fragrance/domain/drawing/shapes.ts';
import { drawingSvg } from '../../src/features/fragrance/domain/drawing/drawingSvg.ts';
import { DARK_PALETTE, LIGHT_PALETTE, type Palette } from '../../src/features/fragrance/domain/drawing/palette.ts';
import { indexedPng } from './indexedPng.ts';

/** A sheet of flowers as a PNG: on light paper, and below on dark paper. */

const COLUMNS = 8;
/** Pixels of a flower and between two. */
const SIDE = 132;
const GAP = 8;

/** Writes the sheet to a file. */
export function writeSheet(file: string, drawings: readonly Drawing[]): void {
  const rows = Math.ceil(drawings.length / COLUMNS);
  const width = COLUMNS * (SIDE + GAP) + GAP;
  const height = rows * (SIDE + GAP) + GAP;
  const half = (palette: Palette, top: number): string => {
    const flowers = drawings.map((drawing, i) => {
      const x = GAP + (i % COLUMNS) * (SIDE + GAP);
      const y = top + GAP + Math.floor(i / COLUMNS) * (SIDE + GAP);
      return drawingSvg(drawing, palette).replace('<svg ', `<svg x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" `);
    });
    return `<rect y="${top}" width="${width}" height="${height}" fill="${palette.paper}"/>${flowers.join('')}`;
  };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${2 * height}">${half(LIGHT_PALETTE, 0)}${half(DARK_PALETTE, height)}</svg>`;
  const image = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  writeFileSync(file, indexedPng(image.pixels, image.width, image.height));
}
