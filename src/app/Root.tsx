import { StrictMode } from 'react';
import { Router, type AroundNavHandler } from 'wouter';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { App } from './App.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/**
 * Paints the pressed link before rendering the next screen. Moves between screens (`transition`) navigate at once:
 * nothing is painted before them (`src/ui/screen/moveScreens.ts`). A screen that the visitor has left does not
 * redirect.
 */
const navigateAfterPaint: AroundNavHandler = (navigate, to, options) => {
  if (options?.transition === true) {
    navigate(to, options);
    return;
  }
  const { pathname } = location;
  afterNextPaint(() => {
    if (options?.replace !== true || location.pathname === pathname) navigate(to, options);
  });
};

/** The root of the React tree. */
export function Root() {
  return (
    <StrictMode>
      <ErrorBoundary>
        <Router aroundNav={navigateAfterPaint}>
          <App />
        </Router>
      </ErrorBoundary>
    </StrictMode>
  );
}
