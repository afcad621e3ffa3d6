import { lazy, useCallback, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { newerBuild } from '../platform/loading/build.ts';
import { importWithRetry } from '../platform/loading/importWithRetry.ts';
import { busy } from '../state/shell/busy.ts';
import { ScreenFailure } from '../ui/loading/ScreenFailure.tsx';
import { expectScreenFocus } from '../ui/screen/screenFocus.ts';

/** Session key of the build for which this tab has reloaded itself: once is kind, twice would be a loop. */
const RELOADED_KEY = 'accord:reloaded';

/** A screen, and what fetches it before it is shown. */
export type LazyScreen = ComponentType & {
  /** Settles when the screen can be shown at once. @throws LoadError */
  load: () => Promise<void>;
};

/**
 * A screen that is loaded when it is first visited. When it is gone from the server because a newer build stands there, the page is
 * opened anew, unless something would be lost. In every other case it says in its place that it could not be loaded, and asks for
 * nothing more until the visitor does, the connection is back, or it is visited again.
 * @param pausesMs between its tries
 */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>, pausesMs?: readonly number[]): LazyScreen {
  /*
   * Kept here and not in the component: React keeps no state of a component that has only ever waited, and makes it anew for every
   * look at what it waits for.
   */
  let broken = false;
  let loading: Promise<{ default: ComponentType }> | null = null;
  /** The screen itself, from when it is there: React would show a moment of nothing before a promise that is fulfilled. */
  let loaded: ComponentType | null = null;
  const listeners = new Set<() => void>();
  const become = (now: boolean) => {
    broken = now;
    for (const listener of listeners) listener();
  };
  const fetched = () =>
    (loading ??= importWithRetry(load, pausesMs).then(
      (module) => {
        loaded = module.default;
        return module;
      },
      async (error: unknown) => {
        if (await reloadForNewerBuild()) return new Promise<never>(() => {});
        loading = null;
        become(true);
        throw error;
      },
    ));
  let Screen = lazy(fetched);
  const again = () => {
    if (!broken) return;
    Screen = lazy(fetched);
    become(false);
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const isBroken = () => broken;
  function Whole() {
    const [Current] = useState(() => loaded ?? Screen);
    return <Current />;
  }
  /** How many of it are on the page: whoever comes back to one that failed asks anew. */
  let failures = 0;
  function Broken() {
    useEffect(() => {
      failures++;
      return () => {
        failures--;
        // A moment later, as React may only have looked whether it can be taken away and put back.
        queueMicrotask(() => failures === 0 && again());
      };
    }, []);
    const onAgain = useCallback(() => {
      expectScreenFocus();
      again();
    }, []);
    return <ScreenFailure onAgain={onAgain} />;
  }
  function Lazy() {
    return useSyncExternalStore(subscribe, isBroken, isBroken) ? <Broken /> : <Whole />;
  }
  return Object.assign(Lazy, { load: async () => void (await fetched()) });
}

/** Reloads the page when the server has a newer build and nothing goes on here. True when it does. */
async function reloadForNewerBuild(): Promise<boolean> {
  const entry = await newerBuild();
  if (entry === null || busy.now) return false;
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === entry) return false;
    sessionStorage.setItem(RELOADED_KEY, entry);
  } catch {
    // Without a memory nothing would stop a second time.
    return false;
  }
  window.location.reload();
  return true;
}
