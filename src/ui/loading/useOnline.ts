import { useSyncExternalStore } from 'react';
import { connection } from '../../core/network/connection.ts';

/** True while there is a connection; for notices that disappear by themselves. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    connection.subscribe,
    () => connection.online,
    () => true,
  );
}
