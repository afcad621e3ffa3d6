import { curvedVelocity, type VelocityCurve } from '../../../features/instruments/domain/keyboard/performance.ts';

const SIZE = 36;
const POINTS = 13;

/** A velocity curve: touch to the right, loudness upwards. Its button has the name. */
export function VelocityPicture({ curve }: { curve: VelocityCurve }) {
  const points = Array.from({ length: POINTS }, (_, i) => {
    const touch = i / (POINTS - 1);
    return `${(touch * SIZE).toFixed(1)},${((1 - curvedVelocity(touch, curve)) * SIZE).toFixed(1)}`;
  });
  return (
    <svg viewBox={`-2 -2 ${SIZE + 4} ${SIZE + 4}`} width={SIZE} height={SIZE} aria-hidden="true" focusable="false">
      <path d={`M0 0V${SIZE}H${SIZE}`} fill="none" stroke="currentColor" strokeOpacity="0.4" />
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
