import { onGesture } from '../lifetime/gesture.ts';
import type { Scope } from '../lifetime/scope.ts';
import { hasDatabase } from '../storage/hasDatabase.ts';

/**
 * Calls `work` once: at once on a device with data of an earlier visit, else with the first gesture. A first visit
 * without a gesture does not load the code for storing and sending; the first gesture loads it before the connection
 * can fail. Ends with the scope.
 */
export function whenNeeded(work: () => void, scope: Scope): void {
  const childScope = scope.child();
  const runNow = (): void => {
    if (childScope.disposed) return;
    childScope.dispose();
    work();
  };
  onGesture(runNow, childScope);
  void hasDatabase().then((has) => has && runNow());
}
