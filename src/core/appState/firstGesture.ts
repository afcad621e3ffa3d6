import { onGesture } from '../lifetime/gesture.ts';
import type { Scope } from '../lifetime/scope.ts';
import { hasDatabase } from '../storage/hasDatabase.ts';

/**
 * Calls `work` once: at once on a device with data of an earlier visit, else with the first gesture. A first visit
 * without a gesture does not load the code for storing and sending; the first gesture loads it before the connection
 * can fail. Ends with the scope.
 */
export function whenNeeded(work: () => void, scope: Scope): void {
  const mine = scope.child();
  const runNow = (): void => {
    if (mine.disposed) return;
    mine.dispose();
    work();
  };
  onGesture(runNow, mine);
  void hasDatabase().then((has) => has && runNow());
}
