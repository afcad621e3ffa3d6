import { useLayoutEffect } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import { connection } from '#core/network/connection.ts';

/** Calls `again` when the connection is back, by an event of the browser or a successful request. */
export function useConnectionBack(again: () => void): void {
  // Subscribe before the failure is painted: the connection may return in that moment.
  useLayoutEffect(() => {
    const scope = new Scope();
    scope.listen(window, 'online', again);
    scope.add(connection.subscribe(() => connection.online && again()));
    return () => scope.dispose();
  }, [again]);
}
