/** Faces of one day side by side in a square: one alone, two beside each other, up to four in a small square. */

/** Faces of a day that are shown at most; the rest is a number. */
export const MAX_TILES = 4;

export interface Tile {
  /** Parts of the square. */
  x: number;
  y: number;
  size: number;
}

/** Places of so many faces; of at most {@link MAX_TILES}. */
export function tilesOf(count: number): Tile[] {
  if (count <= 0) return [];
  if (count === 1) return [{ x: 0, y: 0, size: 1 }];
  if (count === 2)
    return [
      { x: 0, y: 0, size: 0.56 },
      { x: 0.44, y: 0.44, size: 0.56 },
    ];
  const corners = [
    [0, 0],
    [0.5, 0],
    [0, 0.5],
    [0.5, 0.5],
  ] as const;
  return corners.slice(0, count).map(([x, y]) => ({ x, y, size: 0.5 }));
}
