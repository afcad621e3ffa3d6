import { closedCurve, closedPoints, openCurve, type Point } from '../../../../fragrance/domain/index.ts';

const PETALS = 9;

/** Converts a fraction of a turn, from the top, to radians. */
const turned = (part: number): number => part * 2 * Math.PI - Math.PI / 2;
const at = (radius: number, angle: number): Point => [500 + radius * Math.cos(angle), 500 + radius * Math.sin(angle)];

const OUTLINES = Array.from({ length: PETALS }, (_, petal) => {
  const angle = turned(petal / PETALS);
  const tip = 470 - 24 * Math.abs(4 - petal);
  const side = (sign: number): Point[] =>
    [0.36, 0.34, 0.24, 0.1].map((half, i) =>
      at(170 + ((tip - 170) * (i + 0.6)) / 4, angle + sign * half * (1 - i * 0.12)),
    );
  const top = at(tip, angle + 0.08);
  return openCurve([at(150, angle - 0.3), ...side(-1), top, top, ...side(1).reverse(), at(150, angle + 0.3)]);
});
const HEART = [150, 112, 76, 38].map((radius, layer) =>
  closedCurve(
    closedPoints((angle) => radius * (1 + 0.06 * Math.cos(5 * angle + layer)), 40, 500 + 6 * layer, 500 - 9 * layer),
  ),
);

/** A placeholder for the face: nine faint petals, one per family. Decorative. */
export function GhostFace({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="0 0 1000 1000"
      fill="none"
      stroke="currentColor"
      strokeWidth={3.5}
      aria-hidden="true"
      focusable="false"
    >
      {[...OUTLINES, ...HEART].map((outline) => (
        <path key={outline} d={outline} />
      ))}
    </svg>
  );
}
