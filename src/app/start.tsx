import { startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { whenLoaded } from '#core/lifetime/idle.ts';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { firstWords } from '#core/loading/firstWords.ts';
import { LoadError } from '#core/loading/importWithRetry.ts';
import { workers } from '#core/loading/serviceWorker.ts';
import { tolerateTranslation } from '#core/loading/translatedPage.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { whenNeeded } from '#core/appState/firstGesture.ts';
import { rehydrate } from '#core/appState/persist.ts';
import { fromFirstPicture } from './first/early.ts';
import { startInstalled } from './installed.ts';
import { Root } from './Root.tsx';
import { screenAt } from './routes.tsx';
import { startSenders } from './startSenders.ts';

/**
 * Replaces the prerendered page by the app, once the screen, or the error of its load, can be shown without an empty
 * frame.
 */
export async function start(root: HTMLElement): Promise<void> {
  tolerateTranslation();
  // Some hosts serve the home page under its file name, too.
  if (/^\/index\.html$/i.test(location.pathname))
    history.replaceState(history.state, '', `/${location.search}${location.hash}`);
  const controller = workers()?.controller ?? null;
  // Load errors are shown by the screen itself.
  const screens = Promise.allSettled(firstPaths().map((path) => screenAt(path)?.load()));
  await Promise.all([rehydrate(), screens]);
  fromFirstPicture(root);
  const options: RootOptions = {
    // Load errors are shown in place and already logged by the browser; report everything else.
    onCaughtError: (error) => error instanceof LoadError || reportError(error),
  };
  const app = <Root />;
  // The prerendered page is that of a first visit; a returning visitor may have settings that it does not show.
  const first = root.hasAttribute('data-first') && isFirstVisit();
  // A transition renders in small pieces, between which the browser handles input.
  startTransition(() => {
    if (first) hydrateRoot(root, app, { ...options, onRecoverableError: () => undefined });
    else createRoot(root, options).render(app);
  });
  // Paint the press first.
  whenNeeded(() => void afterNextPaint(() => startSenders(() => import('./senders.ts'))), new Scope());
  // Load the page first, then cache the app for the next visit.
  whenLoaded(() => startInstalled(controller), 2000);
}

/** The path of the page, and where it leads at once: the results without a fragrance go to the create screen. */
function firstPaths(): string[] {
  const { pathname } = location;
  const leavesResults = /^\/results\/?$/i.test(pathname) && firstWords('fragrance') === null;
  return leavesResults ? [pathname, '/create'] : [pathname];
}

/** True when nothing is stored here: the app then looks like the prerendered page. */
function isFirstVisit(): boolean {
  try {
    return localStorage.length === 0;
  } catch {
    return true;
  }
}
