import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * True while a screen is rendered into the page at build time, and while React takes that picture over; a moment later the
 * screen is rendered again, with what only the device knows.
 */
export function useFirstPicture(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
