/** Removes stored objects that belong to nothing (docs/decisions.md, 25: a recording is personal). */
import type { Service } from './service.ts';

export interface StoredObject {
  bucket: string;
  name: string;
}

/** Recordings that nobody saved, shared or submitted are kept this long, days. */
export const RECORDING_DAYS = 30;
/** Pictures whose share never came, and photos of members who are gone, days. */
export const PICTURE_DAYS = 1;

const DAY = 86_400_000;
/** Objects a round, and rounds a run: enough for a day's traffic, within a function's time. */
const BATCH = 500;
const ROUNDS = 20;

/** Removes objects, bucket by bucket. */
export async function removeObjects(service: Service, objects: readonly StoredObject[]): Promise<void> {
  for (const bucket of new Set(objects.map((object) => object.bucket))) {
    const names = objects.filter((object) => object.bucket === bucket).map((object) => object.name);
    for (let at = 0; at < names.length; at += 100) await service.remove(bucket, names.slice(at, at + 100));
  }
}

/** Removes what is older than its time; returns how many objects went. `now` in ms since 1970. */
export async function cleanUp(service: Service, now: number): Promise<number> {
  const before = (days: number) => new Date(now - days * DAY).toISOString();
  let removed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const objects = await service.rpc<StoredObject[]>('objects_to_delete', {
      recordings_before: before(RECORDING_DAYS),
      pictures_before: before(PICTURE_DAYS),
      most: BATCH,
    });
    if (objects.length === 0) break;
    await removeObjects(service, objects);
    removed += objects.length;
  }
  return removed;
}
