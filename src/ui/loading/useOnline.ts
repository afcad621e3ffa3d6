import { useSyncExternalStore } from 'react';
import { connection } from '../../platform/network/connection.ts';

/** True while there is a connection; for quiet words that go away by themselves. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    connection.subscribe,
    () => connection.online,
    () => true,
  );
}
