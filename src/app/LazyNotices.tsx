import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Scope } from '../platform/scope.ts';
import { notify, onNotice, type Notice } from '../state/notices.ts';

const Notices = lazy(() => import('./Notices.tsx'));

/**
 * Loads the toasts with the first gesture, so that they are there when something is to be said, or with
 * the first notice when that comes earlier: a first visit that only looks does not download them.
 */
export function LazyNotices() {
  const [wanted, setWanted] = useState(false);
  const early = useRef<Notice[]>([]);
  useEffect(() => {
    if (wanted) {
      // Nobody listens yet: they wait in src/state/notices.ts until the toasts do.
      for (const notice of early.current.splice(0)) notify(notice);
      return undefined;
    }
    const scope = new Scope();
    const want = () => setWanted(true);
    scope.listen(window, 'pointerdown', want, { capture: true });
    scope.listen(window, 'keydown', want, { capture: true });
    scope.listen(window, 'dragenter', want, { capture: true });
    scope.add(
      onNotice((notice) => {
        early.current.push(notice);
        want();
      }),
    );
    return () => scope.dispose();
  }, [wanted]);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  );
}
