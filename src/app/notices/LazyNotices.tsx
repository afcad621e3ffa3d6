import { useEffect, useRef, useState } from 'react';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { onGesture } from '#core/lifetime/gesture.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { lazyPart } from '#ui/loading/lazyPart.tsx';
import { notify, onNotice, type Notice } from '#core/appState/notices.ts';
import styles from './LazyNotices.module.css';

const Notices = lazyPart(() => import('./Notices.tsx'), { failed: () => <PlainNotices /> });

/** Duration of a plain notice, ms. */
const PLAIN_MS = 6000;

/** The last notice as one line, when the toasts could not be loaded. */
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
 * Loads the toasts with the first gesture, or with the first notice if that is earlier: a first visit without either
 * does not download them.
 */
export function LazyNotices() {
  const [isNeeded, setWanted] = useState(false);
  const early = useRef<Notice[]>([]);
  useEffect(() => {
    if (isNeeded) {
      // Queue them in src/core/appState/notices.ts until the toasts listen.
      for (const notice of early.current.splice(0)) notify(notice);
      return undefined;
    }
    const scope = new Scope();
    const want = () => setWanted(true);
    // Paint the press first.
    onGesture(() => scope.add(afterNextPaint(want)), scope);
    scope.add(
      onNotice((notice) => {
        early.current.push(notice);
        want();
      }),
    );
    return () => scope.dispose();
  }, [isNeeded]);
  return isNeeded && <Notices />;
}
