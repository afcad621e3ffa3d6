import { useLayoutEffect } from 'react';
import { Scope } from '../../platform/lifetime/scope.ts';
import { connection } from '../../platform/network/connection.ts';

/** Calls `again` when the connection is back: by the browser's word, or by an answer that came. */
export function useConnectionBack(again: () => void): void {
  // Before the failure is seen: the connection may come back in that very moment.
  useLayoutEffect(() => {
    const scope = new Scope();
    scope.listen(window, 'online', again);
    scope.add(connection.subscribe(() => connection.online && again()));
    return () => scope.dispose();
  }, [again]);
}
