import { cleanUp } from '#shared/cleanUp.ts';
import { settleRecordings } from '#shared/settle.ts';
import type { Service } from '#shared/service.ts';

/* Work that the server repeats. */

/** Repeats work at an interval; returns a function that stops it. */
export function repeatEvery(milliseconds: number, work: () => Promise<unknown>): () => void {
  const timer = setInterval(() => void work().catch((error: unknown) => console.error(error)), milliseconds).unref();
  return () => clearInterval(timer);
}

/**
 * Moves withdrawn recordings every minute, for pages that do not request it; cleans up stored objects a minute after
 * the start and then daily. Returns a function that stops it.
 */
export function startScheduledCleanUp(service: Service): () => void {
  const run = () => void cleanUp(service, Date.now()).catch((error: unknown) => console.error(error));
  const first = setTimeout(run, 60_000).unref();
  const endSettling = repeatEvery(60_000, () => settleRecordings(service));
  const endDaily = repeatEvery(86_400_000, () => cleanUp(service, Date.now()));
  return () => {
    clearTimeout(first);
    endDaily();
    endSettling();
  };
}
