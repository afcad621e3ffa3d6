import { lazy, useCallback, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { newerBuild } from '#core/loading/build.ts';
import { importWithRetry } from '#core/loading/importWithRetry.ts';
import { busy } from '#core/appState/busy.ts';
import { expectScreenFocus } from '#ui/screen/screenFocus.ts';
import { Link, useLocation } from 'wouter';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { WiltedFlower } from '#ui/screen/ExamplePicture.tsx';
import { LoadFailure } from '#ui/loading/LoadFailure.tsx';
import { useConnectionBack } from '#ui/loading/useConnectionBack.ts';

/** Session key of the build for which this tab has reloaded itself: reload once only, to avoid a loop. */
const RELOADED_KEY = 'accord:reloaded';

/** A screen with a function that loads it in advance. */
export type LazyScreen = ComponentType & {
  /** Resolves when the screen is loaded. @throws LoadError */
  load: () => Promise<void>;
};

/**
 * A screen that is loaded on the first visit. When a newer build has replaced it on the server, reloads the page,
 * unless work would be lost. Otherwise shows an error in its place and retries on a press, a reconnect or the next
 * visit.
 * @param pausesMs pauses between the attempts
 */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>, pausesMs?: readonly number[]): LazyScreen {
  /*
   * Kept outside the component: React discards the state of a component that has only suspended, and creates it again
   * on every attempt.
   */
  let broken = false;
  let loading: Promise<{ default: ComponentType }> | null = null;
  /** The loaded screen: suspending on a resolved promise would show an empty frame. */
  let loaded: ComponentType | null = null;
  const listeners = new Set<() => void>();
  const become = (now: boolean) => {
    broken = now;
    for (const listener of listeners) listener();
  };
  const fetchScreen = () =>
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
  let Screen = lazy(fetchScreen);
  const loadAgain = () => {
    if (!broken) return;
    Screen = lazy(fetchScreen);
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
  /** Number of mounted error messages: a new visit of a failed screen retries. */
  let failures = 0;
  function Broken() {
    useEffect(() => {
      failures++;
      return () => {
        failures--;
        // Delayed: React may unmount and remount it in one pass.
        queueMicrotask(() => failures === 0 && loadAgain());
      };
    }, []);
    const onAgain = useCallback(() => {
      expectScreenFocus();
      loadAgain();
    }, []);
    return <ScreenFailure onAgain={onAgain} />;
  }
  function Lazy() {
    return useSyncExternalStore(subscribe, isBroken, isBroken) ? <Broken /> : <Whole />;
  }
  return Object.assign(Lazy, { load: async () => void (await fetchScreen()) });
}

/** Reloads the page when the server has a newer build and no work is running. True when it does. */
async function reloadForNewerBuild(): Promise<boolean> {
  const entry = await newerBuild();
  if (entry === null || busy.now) return false;
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === entry) return false;
    sessionStorage.setItem(RELOADED_KEY, entry);
  } catch {
    // Without storage a second reload could not be prevented.
    return false;
  }
  window.location.reload();
  return true;
}

/** The paths of the create screen. */
const RECORDING_PATHS = ['/', '/create'];

/** Shown in place of a screen that could not be loaded. Retries on a press or when the connection is back. */
function ScreenFailure({ onAgain }: { onAgain: () => void }) {
  const [path] = useLocation();
  useConnectionBack(onAgain);
  return (
    <section className="message">
      <WiltedFlower />
      <ScreenHeading className="title">This screen did not arrive</ScreenHeading>
      <LoadFailure what="screen" onAgain={onAgain} />
      {!RECORDING_PATHS.includes(path) && (
        <p className="muted">
          You can still <Link href="/create">record</Link>.
        </p>
      )}
    </section>
  );
}
