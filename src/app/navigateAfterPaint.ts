import type { AroundNavHandler } from 'wouter';
import { afterNextPaint } from '../platform/lifetime/nextPaint.ts';

/**
 * A link is seen to be pressed before the screen that it leads to is made. What is part of a move of screens (`transition`) comes
 * at once: nothing is painted before it (`src/ui/screen/moveScreens.ts`).
 */
export const navigateAfterPaint: AroundNavHandler = (navigate, to, options) => {
  if (options?.transition === true) navigate(to, options);
  else afterNextPaint(() => navigate(to, options));
};
