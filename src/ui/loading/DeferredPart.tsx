import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { queueTask } from '../../core/lifetime/taskQueue.ts';

interface DeferredPartProps {
  /** Renders the content at once. */
  now?: boolean;
  /** A placeholder, of the content's size where it is visible; by default a mark for which the footer waits. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * Renders its content a frame or more later than its surroundings. A screen of several such parts appears in steps,
 * from the top, and never blocks a press for the time of the whole.
 */
export function DeferredPart({ now = false, waiting = <span hidden data-later />, children }: DeferredPartProps) {
  const [there, setThere] = useState(now);
  useEffect(() => (there ? undefined : queueTask(() => startTransition(() => setThere(true)))), [there]);
  return there ? children : waiting;
}
