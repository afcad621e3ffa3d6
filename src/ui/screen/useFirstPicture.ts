import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * True while a screen is prerendered at build time and while React hydrates it; then the screen renders again with
 * this device's data.
 */
export function useFirstPicture(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
