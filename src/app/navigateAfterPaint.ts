import type { AroundNavHandler } from 'wouter';
import { afterNextPaint } from '../core/lifetime/nextPaint.ts';

/**
 * Paints the pressed link before rendering the next screen. Moves between screens (`transition`) navigate at once:
 * nothing is painted before them (`src/ui/screen/moveScreens.ts`).
 */
export const navigateAfterPaint: AroundNavHandler = (navigate, to, options) => {
  if (options?.transition === true) navigate(to, options);
  else afterNextPaint(() => navigate(to, options));
};
