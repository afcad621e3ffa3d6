import { Component, lazy, Suspense, useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { nextPaint } from '#core/lifetime/nextPaint.ts';
import { importWithRetry } from '#core/loading/importWithRetry.ts';
import { LoadFailure } from './LoadFailure.tsx';
import { useConnectionBack } from './useConnectionBack.ts';

type Loader<P> = () => Promise<{ default: ComponentType<P> }>;

interface LazyPartOptions<P> {
  /** Shown while it loads; nothing by default. */
  waiting?: ReactNode;
  /** Shown when loading or rendering failed; by default a message with a button. `again` retries. */
  failed?: (again: () => void, props: P) => ReactNode;
}

/**
 * A part of a screen that is loaded when it is first shown. A failure to load or render affects only this part: it
 * shows an error in its place, and retries when it is shown again, on a press, and when the connection is back.
 */
export function lazyPart<P extends object>(
  load: Loader<P>,
  { waiting = null, failed = (again) => <LoadFailure onAgain={again} /> }: LazyPartOptions<P> = {},
): ComponentType<P> {
  let broken = false;
  const createLazy = () =>
    lazy(() =>
      // Paint the press first: running a module for the first time takes time.
      nextPaint()
        .then(() => importWithRetry(load))
        .catch((error: unknown) => {
          // React caches the failure of a lazy component: create a new one.
          broken = true;
          throw error;
        }),
    );
  let Part = createLazy();
  const renew = () => {
    if (!broken) return;
    broken = false;
    Part = createLazy();
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

/** The props of a dialog that is loaded on demand. */
export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A dialog as a {@link lazyPart}: a failure is shown over the page while the dialog is open. */
export function dialogPart<P extends DialogProps>(load: Loader<P>): ComponentType<P> {
  return lazyPart<P>(load, {
    failed: (again, { open, onOpenChange }) =>
      open && <LoadFailure onAgain={again} onClose={() => onOpenChange(false)} />,
  });
}

/** Retries once the connection is back. */
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
