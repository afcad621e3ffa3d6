import { StrictMode } from 'react';
import { App } from './App.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** Everything that React shows. */
export function Root() {
  return (
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>
  );
}
