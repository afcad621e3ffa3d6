import { openAudioDatabase } from './database.ts';

/** Key under which versions before 0.2 kept a second copy of the newest recording; it is only removed now. */
export const SECOND_COPY = 'current';

/** Recordings kept in the browser (`AudioDB`, store `audio`), so that a reload or a dead backend loses none. */
export interface AudioStore {
  /** Keeps a recording under a key, replacing what was there. */
  put(key: string, recording: Blob): Promise<void>;
  get(key: string): Promise<Blob | null>;
  remove(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

/** For browsers that give a page no database (some private windows): kept until the page closes. */
const inMemory = new Map<string, Blob>();

/**
 * Runs on the database, or on memory when the browser has none. A full disk is an error of its own and is thrown:
 * memory would pretend that the recording outlives the page.
 */
async function orMemory<T>(
  onDatabase: (database: Awaited<ReturnType<typeof openAudioDatabase>>) => Promise<T>,
  inMemoryInstead: () => T,
): Promise<T> {
  let database;
  try {
    database = await openAudioDatabase();
  } catch {
    return inMemoryInstead();
  }
  return onDatabase(database);
}

export const audioStore: AudioStore = {
  put: (key, recording) =>
    orMemory(
      async (database) => void (await database.put('audio', recording, key)),
      () => void inMemory.set(key, recording),
    ),
  get: (key) =>
    orMemory(
      async (database) => (await database.get('audio', key)) ?? null,
      () => inMemory.get(key) ?? null,
    ),
  remove: (key) =>
    orMemory(
      (database) => database.delete('audio', key),
      () => void inMemory.delete(key),
    ),
  keys: () =>
    orMemory(
      (database) => database.getAllKeys('audio'),
      () => [...inMemory.keys()],
    ),
};
