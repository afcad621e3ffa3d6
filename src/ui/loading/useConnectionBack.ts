import { useLayoutEffect } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import { connection } from '#core/network/connection.ts';

/** Calls `again` when the connection is back, by an event of the browser or a successful request. */
export function useConnectionBack(retry: () => void): void {
  // Subscribe before the failure is painted: the connection may return in that moment.
  useLayoutEffect(() => {
    const scope = new Scope();
    scope.listen(window, 'online', retry);
    scope.add(connection.subscribe(() => connection.online && retry()));
    return () => scope.dispose();
  }, [retry]);
}
