import { StrictMode } from 'react';
import { Router } from 'wouter';
import { navigateAfterPaint } from './navigateAfterPaint.ts';
import { App } from './App.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

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
