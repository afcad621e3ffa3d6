import './platform/lifetime/noEval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { whenIdle } from './platform/lifetime/idle.ts';
import { LoadError, persistently } from './platform/lifetime/persistently.ts';
import { Scope } from './platform/lifetime/scope.ts';
import { whenNeeded } from './state/shell/firstGesture.ts';
import { rehydrate } from './state/shell/persist.ts';

void rehydrate();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');

// The first paint is the page's own 'Loading...'; React takes over when the browser has a moment.
whenIdle(() => {
  createRoot(root, {
    // What could not be loaded is said where it is missed, and by the browser in its own words; every other fault is a defect.
    onCaughtError: (error) => error instanceof LoadError || reportError(error),
  }).render(
    <StrictMode>
      <ErrorBoundary>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  );
  whenNeeded(() => {
    // Without a connection nothing could be sent either; the next visit loads it.
    persistently(() => import('./state/sending/senders.ts')).then(
      ({ startSending }) => startSending(),
      () => undefined,
    );
  }, new Scope());
});

// The first visit comes first: what keeps the app for the next one waits until the page is there.
const later = () =>
  whenIdle(
    () => void import('./app/installed.ts').then(({ startInstalled }) => startInstalled()).catch(() => undefined),
    2000,
  );
if (document.readyState === 'complete') later();
else window.addEventListener('load', later, { once: true });
