import { Component, lazy, Suspense, useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { nextPaint } from '../../platform/lifetime/nextPaint.ts';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { LoadFailure } from './LoadFailure.tsx';
import { useConnectionBack } from './useConnectionBack.ts';

type Loader<P> = () => Promise<{ default: ComponentType<P> }>;

export interface LazyPartOptions<P> {
  /** Shown while it loads; nothing by default. */
  waiting?: ReactNode;
  /** Shown when it cannot be loaded, or broke; by default one sentence with a button. `again` loads it anew. */
  failed?: (again: () => void, props: P) => ReactNode;
}

/**
 * A part of a screen that is loaded when it is first shown. One that cannot be loaded, or breaks, takes nothing else
 * with it: it says so in its own place, is tried again when it is shown again, when the visitor asks, and when the
 * connection is back.
 */
export function lazyPart<P extends object>(
  load: Loader<P>,
  { waiting = null, failed = (again) => <LoadFailure onAgain={again} /> }: LazyPartOptions<P> = {},
): ComponentType<P> {
  let broken = false;
  const fresh = () =>
    lazy(() =>
      // The press that wants it is answered first: to run a module for the first time takes its time.
      nextPaint()
        .then(() => importWithRetry(load))
        .catch((error: unknown) => {
          // React remembers a failure for good: the next one who wants this part asks a new one.
          broken = true;
          throw error;
        }),
    );
  let Part = fresh();
  const renew = () => {
    if (!broken) return;
    broken = false;
    Part = fresh();
  };
  return function LazyPart(props: P) {
    const [attempt, setAttempt] = useState(() => {
      renew();
      return 0;
    });
    const again = useCallback(() => {
      renew();
      setAttempt((count) => count + 1);
    }, []);
    const Current = Part as ComponentType<P>;
    return (
      <PartBoundary key={attempt} failed={<Failed again={again}>{failed(again, props)}</Failed>}>
        <Suspense fallback={waiting}>
          <Current {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}

/** What a dialog that is loaded when it is first opened has to take. */
export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog as a {@link lazyPart}: what could not be loaded is said over the page, as long as it is asked for. */
export function dialogPart<P extends DialogProps>(load: Loader<P>): ComponentType<P> {
  return lazyPart<P>(load, {
    failed: (again, { open, onOpenChange }) =>
      open && <LoadFailure onAgain={again} onClose={() => onOpenChange(false)} />,
  });
}

/** Tries again once the connection is back. */
function Failed({ again, children }: { again: () => void; children: ReactNode }) {
  useConnectionBack(again);
  return children;
}

class PartBoundary extends Component<{ failed: ReactNode; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? this.props.failed : this.props.children;
  }
}
