import { StrictMode, useEffect } from 'react';
import { App } from './App.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

/** Everything that React shows; `then` is called once it stands on the page. */
export function Root({ then }: { then?: () => void }) {
  useEffect(() => then?.(), [then]);
  return (
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>
  );
}
