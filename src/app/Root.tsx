import { StrictMode } from 'react';
import { Router } from 'wouter';
import { afterThePress } from './afterThePress.ts';
import { App } from './App.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** Everything that React shows. */
export function Root() {
  return (
    <StrictMode>
      <ErrorBoundary>
        <Router aroundNav={afterThePress}>
          <App />
        </Router>
      </ErrorBoundary>
    </StrictMode>
  );
}
