import { useDeferredValue, type ReactNode } from 'react';

interface DeferredPartProps {
  /** Renders the content at once. */
  now?: boolean;
  /** A placeholder of the content's size, if the size is visible; by default a mark that delays the footer. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * Renders its content after its surroundings are shown, as a deferred value: in small pieces, between which the page
 * answers presses.
 */
export function DeferredPart({ now = false, waiting = <span hidden data-later />, children }: DeferredPartProps) {
  const isMounted = useDeferredValue(true, now);
  return isMounted ? children : waiting;
}
