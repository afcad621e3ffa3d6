import { useEffect, useRef, useState } from 'react';
import { queueTask } from '../../platform/lifetime/taskQueue.ts';
import { onGesture } from '../../platform/lifetime/gesture.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { lazyPart } from '../../ui/loading/lazyPart.tsx';
import { notify, onNotice, type Notice } from '../../state/shell/notices.ts';
import styles from './LazyNotices.module.css';

const Notices = lazyPart(() => import('./Notices.tsx'), { failed: () => <PlainNotices /> });

/** How long a plain notice stays, ms. */
const PLAIN_MS = 6000;

/** The last notice as one line, where the toasts themselves could not be loaded. */
function PlainNotices() {
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => onNotice(setNotice), []);
  useEffect(() => {
    const scope = new Scope();
    if (notice !== null) scope.timeout(() => setNotice(null), PLAIN_MS);
    return () => scope.dispose();
  }, [notice]);
  return (
    <output className={notice === null ? 'visually-hidden' : styles.plain}>
      {notice !== null && `${notice.title} ${notice.description ?? ''}`}
    </output>
  );
}

/**
 * Loads the toasts with the first gesture, so that they are there when something is to be said, or with
 * the first notice when that comes earlier: a first visit that only looks does not download them.
 */
export function LazyNotices() {
  const [wanted, setWanted] = useState(false);
  const early = useRef<Notice[]>([]);
  useEffect(() => {
    if (wanted) {
      // Nobody listens yet: they wait in src/state/shell/notices.ts until the toasts do.
      for (const notice of early.current.splice(0)) notify(notice);
      return undefined;
    }
    const scope = new Scope();
    const want = () => setWanted(true);
    // A press is answered first.
    onGesture(() => scope.add(queueTask(want)), scope);
    scope.add(
      onNotice((notice) => {
        early.current.push(notice);
        want();
      }),
    );
    return () => scope.dispose();
  }, [wanted]);
  return wanted && <Notices />;
}
