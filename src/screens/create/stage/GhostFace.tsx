import { closedCurve, formAt, type Form } from '../../../domain/drawing/drawingForms.ts';

const RINGS = 9;

const OUTLINES = Array.from({ length: RINGS }, (_, ring) => {
  const radius = 430 - ring * 45;
  const form: Form = {
    x: 500,
    y: 540 - ring * 14,
    radius,
    lobes: 5 + (ring % 3),
    phase: 0.5 + ring * 0.32,
    swell: 0.075,
    sharpness: 0.1 + ring * 0.085,
    wobble: { lobes: 3, phase: 1.1, amount: 0.03 },
  };
  return closedCurve(formAt(form));
});

/** The face of a fragrance that is not there yet: nine faint outlines, one a family. Decoration. */
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
      {OUTLINES.map((outline) => (
        <path key={outline} d={outline} />
      ))}
    </svg>
  );
}
