import { lazy, useState, type ComponentType } from 'react';
import { newerBuild } from '../platform/lifetime/build.ts';
import { persistently } from '../platform/lifetime/persistently.ts';
import { busy } from '../state/shell/busy.ts';

/** Session key of the build for which this tab has reloaded itself: once is kind, twice would be a loop. */
const RELOADED_KEY = 'accord:reloaded';

/** A screen, and what fetches it before it is shown. */
export type LazyScreen = ComponentType & {
  /** Settles when the screen can be shown at once. @throws LoadError */
  load: () => Promise<void>;
};

/**
 * A screen that is loaded when it is first visited. When it is gone from the server because a newer build stands there,
 * the page is opened anew, unless something would be lost; in every other case the route's boundary says so, and the
 * next visit tries again.
 */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>): LazyScreen {
  let broken = false;
  let loading: Promise<{ default: ComponentType }> | null = null;
  /** The screen itself, from when it is there: React would show a moment of nothing before a promise that is fulfilled. */
  let loaded: ComponentType | null = null;
  const fetched = () =>
    (loading ??= persistently(load).then(
      (module) => {
        loaded = module.default;
        return module;
      },
      async (error: unknown) => {
        if (await reloadForNewerBuild()) return new Promise<never>(() => {});
        broken = true;
        loading = null;
        throw error;
      },
    ));
  const fresh = () => lazy(fetched);
  let Screen = fresh();
  function Lazy() {
    const [Current] = useState(() => {
      if (broken) {
        broken = false;
        Screen = fresh();
      }
      return loaded ?? Screen;
    });
    return <Current />;
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
