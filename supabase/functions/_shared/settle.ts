/** Moves or removes recordings that were taken back (supabase/migrations/20261128001300_unpublishing.sql). */
import { removeObjects, type StoredObject } from './cleanUp.ts';
import { ServiceError, type Service } from './service.ts';

/** Recordings per round, and rounds per run. */
const BATCH_SIZE = 50;
const MAX_ROUNDS = 20;

/** Copies a recording to a new name and returns that name; null when the file is missing. */
export async function copyOf(service: Service, path: string): Promise<string | null> {
  const fresh = `${crypto.randomUUID()}${/\.[a-z0-9]{1,5}$/.exec(path)?.[0] ?? ''}`;
  try {
    await service.copy('audio', path, fresh);
    return fresh;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null;
    throw error;
  }
}

type Settled = { done: false } | { done: true; objects: StoredObject[] };

/** Takes the address away from one recording. @throws ServiceError */
async function settle(service: Service, path: string): Promise<void> {
  // A copy of a recording in use first, then one transaction for the rows, then the files. A failure in between leaves
  // at most a file without a row; the list still names the old one.
  let settled = await service.rpc<Settled>('settle_recording', { path });
  if (!settled.done) {
    // A missing file cannot be copied; release its name all the same.
    const moved_to = (await copyOf(service, path)) ?? crypto.randomUUID();
    settled = await service.rpc<Settled>('settle_recording', { path, moved_to });
  }
  if (settled.done) await removeObjects(service, settled.objects);
}

/**
 * Moves or removes withdrawn recordings, and returns their number.
 * @throws ServiceError
 */
export async function settleRecordings(service: Service): Promise<number> {
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const waiting = await service.rpc<string[]>('recordings_to_settle', { most: BATCH_SIZE });
    for (const path of waiting) await settle(service, path);
    count += waiting.length;
    if (waiting.length < BATCH_SIZE) break;
  }
  return count;
}
