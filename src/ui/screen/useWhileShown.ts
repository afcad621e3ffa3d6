import { useLayoutEffect, useRef } from 'react';

/**
 * Calls `enter` once the screen is there, and the function that it returns before the next screen shows: the end of a
 * passive effect may come later, and a sound would go on.
 */
export function useWhileShown(onEnter: () => () => void): void {
  const first = useRef(onEnter);
  useLayoutEffect(() => first.current(), []);
}
