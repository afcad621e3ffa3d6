import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { queueTask } from '../../platform/lifetime/taskQueue.ts';

export interface LaterProps {
  /** All is shown with what is around it. */
  now?: boolean;
  /** In its place meanwhile, as large as it is where it can be seen. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * Shows its content one frame or a few later than what is around it. A screen that is made of several such parts comes in pieces,
 * from above, and never holds up a press for as long as all of it takes.
 */
export function Later({ now = false, waiting = null, children }: LaterProps) {
  const [there, setThere] = useState(now);
  useEffect(() => (there ? undefined : queueTask(() => startTransition(() => setThere(true)))), [there]);
  return there ? children : waiting;
}
