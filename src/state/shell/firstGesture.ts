import { DATABASE } from '../../backend/recordings/database.ts';
import { onGesture } from '../../platform/lifetime/gesture.ts';
import type { Scope } from '../../platform/lifetime/scope.ts';
import { hasDatabase } from '../../platform/storage/hasDatabase.ts';

/**
 * Calls `work` once, when there is something to do for it: at once on a device that has kept something of an earlier
 * visit, else with the first gesture. Whoever only looks at the page for the first time need not load what keeps and
 * sends; whoever touches it has it before the connection can go. Ends with the scope.
 */
export function whenNeeded(work: () => void, scope: Scope): void {
  const mine = scope.child();
  const now = (): void => {
    if (mine.disposed) return;
    mine.dispose();
    work();
  };
  onGesture(now, mine);
  void hasDatabase(DATABASE).then((has) => has && now());
}
