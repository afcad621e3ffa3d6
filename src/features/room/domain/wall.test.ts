import { describe, expect, it } from 'vitest';
import { MAX_FACES } from './life.ts';
import { MIDDLE, spotOf, wallSize, type WallShape } from './wall.ts';

const SHAPES: WallShape[] = ['wide', 'tall'];
const places = Array.from({ length: MAX_FACES }, (_, place) => place);

describe.each(SHAPES)('the %s wall', (shape) => {
  const spots = places.map((place) => spotOf(place, shape));

  it('has a spot for every place, none over another, none in the middle', () => {
    const inside = spots.filter(({ x, y }) => (x / MIDDLE.x) ** 2 + (y / MIDDLE.y) ** 2 < 1);
    expect(inside).toEqual([]);
    let nearest = Infinity;
    for (const [i, a] of spots.entries())
      for (const b of spots.slice(i + 1)) nearest = Math.min(nearest, Math.hypot(a.x - b.x, a.y - b.y));
    expect(nearest).toBeGreaterThan(0.999);
    expect(() => spotOf(MAX_FACES, shape)).toThrow(RangeError);
  });

  it('holds all faces at each number of places', () => {
    const sizes = places.map((place) => wallSize(place + 1, shape));
    const outside = sizes.flatMap(({ width, height }, last) =>
      spots.slice(0, last + 1).filter(({ x, y }) => Math.abs(x) + 0.5 > width / 2 || Math.abs(y) + 0.5 > height / 2),
    );
    expect(outside).toEqual([]);
    const widths = sizes.map(({ width }) => width);
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    // It seldom changes its size.
    expect(new Set(widths).size).toBeLessThanOrEqual(6);
  });

  it('has the shape of its screen when it is full', () => {
    const { width, height } = wallSize(MAX_FACES, shape);
    expect({ wide: width / height > 1.4, tall: width / height < 0.85 }[shape]).toBe(true);
  });
});
