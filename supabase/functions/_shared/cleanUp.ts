/** Removes stored objects that belong to no row (docs/decisions.md, 46: a recording is personal). */
import type { Service } from './service.ts';

export interface StoredObject {
  bucket: string;
  name: string;
}

/** Lifetime of recordings that are not saved, shared or submitted, days. */
const RECORDING_DAYS = 30;
/** Lifetime of pictures without a share, and of photos of deleted members, days. */
const PICTURE_DAYS = 1;

const DAY_MS = 86_400_000;
/** Objects per round, and rounds per run: enough for a day's traffic, within a function's time. */
const BATCH_SIZE = 500;
const MAX_ROUNDS = 20;

/** Removes objects, bucket by bucket; recordings among them are off the list of those that were taken back. */
export async function removeObjects(service: Service, objects: readonly StoredObject[]): Promise<void> {
  for (const bucket of new Set(objects.map((object) => object.bucket))) {
    const names = objects.filter((object) => object.bucket === bucket).map((object) => object.name);
    for (let at = 0; at < names.length; at += 100) {
      const paths = names.slice(at, at + 100);
      await service.remove(bucket, paths);
      if (bucket === 'audio') await service.rpc('recordings_settled', { paths });
    }
  }
}

/** Removes expired objects, and returns their number. `now` in ms since 1970. */
export async function cleanUp(service: Service, now: number): Promise<number> {
  const before = (days: number) => new Date(now - days * DAY_MS).toISOString();
  let removed = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const objects = await service.rpc<StoredObject[]>('objects_to_delete', {
      recordings_before: before(RECORDING_DAYS),
      pictures_before: before(PICTURE_DAYS),
      most: BATCH_SIZE,
    });
    if (objects.length === 0) break;
    await removeObjects(service, objects);
    removed += objects.length;
  }
  return removed;
}
