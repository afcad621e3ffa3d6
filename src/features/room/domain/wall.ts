/**
 * Where faces hang on a wall. A face has a place (its number of coming), and a place has one spot for ever: no face
 * moves when others come or go. The spots are those of a hexagonal lattice around the middle, which belongs to the
 * accord, from the inside out.
 */

/** Centre of a face; the unit is the distance of two neighbours, y downwards, the middle of the wall is 0, 0. */
export interface Spot {
  x: number;
  y: number;
}

/** `wide` fills a lying ellipse, `tall` a standing one. */
export type WallShape = 'wide' | 'tall';

/** Ratio of width to height of the ellipse. */
const RATIO: Readonly<Record<WallShape, number>> = { wide: 1.7, tall: 0.7 };
/** Half axes of the middle that stays free, units: a face three units wide, and its name below. */
export const MIDDLE = { x: 2.1, y: 2.1 } as const;
/** A wall is as large as the next of these numbers of places needs, so that it seldom changes its size. */
const SIZES = [18, 36, 72, 144, 288, 500] as const;
const ROW = Math.sqrt(3) / 2;
/** Radius of the lattice, units: enough for the largest wall of either shape. */
const REACH = 22;

function spotsFor(shape: WallShape): Spot[] {
  const stretch = Math.sqrt(RATIO[shape]);
  const spots: Spot[] = [];
  for (let row = -REACH; row <= REACH; row++) {
    const shift = row % 2 === 0 ? 0 : 0.5;
    for (let column = -REACH; column <= REACH; column++) {
      const [x, y] = [column + shift, row * ROW];
      if ((x / MIDDLE.x) ** 2 + (y / MIDDLE.y) ** 2 >= 1) spots.push({ x, y });
    }
  }
  const distance = ({ x, y }: Spot): number => Math.round(1e6 * Math.hypot(x / stretch, y * stretch));
  // The angle decides between equal distances, and spreads the places of one ring by the golden ratio.
  const turn = ({ x, y }: Spot): number => ((Math.atan2(y, x) / (2 * Math.PI) + 1) * 1.618_033_988_75 * 7) % 1;
  return spots.sort((a, b) => distance(a) - distance(b) || turn(a) - turn(b)).slice(0, SIZES.at(-1));
}

const known = new Map<WallShape, Spot[]>();

function allSpots(shape: WallShape): Spot[] {
  let spots = known.get(shape);
  if (spots === undefined) {
    spots = spotsFor(shape);
    known.set(shape, spots);
  }
  return spots;
}

/** The spot of a place (0 is the first). @throws RangeError for a place that no room has */
export function spotOf(place: number, shape: WallShape): Spot {
  const spot = allSpots(shape)[place];
  if (spot === undefined) throw new RangeError(`the wall has no place ${place}`);
  return spot;
}

/** Width and height of a wall with so many places, units; it grows in few steps. */
export function wallSize(places: number, shape: WallShape): { width: number; height: number } {
  const size = SIZES.find((most) => places <= most) ?? SIZES.at(-1)!;
  const spots = allSpots(shape).slice(0, size);
  const half = (axis: 'x' | 'y'): number => Math.max(MIDDLE[axis], ...spots.map((spot) => Math.abs(spot[axis]) + 0.5));
  return { width: 2 * half('x'), height: 2 * half('y') };
}
