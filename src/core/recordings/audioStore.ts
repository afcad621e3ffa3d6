import { openAudioDatabase } from './database.ts';

/** Key of a second copy that versions before 0.2 kept of the newest recording; only removed now. */
export const SECOND_COPY = 'current';

/**
 * Recordings in the browser's database (`AudioDB`, store `audio`), kept across reloads and failures of the backend.
 */
interface AudioStore {
  /** Stores a recording under a key, replacing an earlier one. */
  put(key: string, recording: Blob): Promise<void>;
  get(key: string): Promise<Blob | null>;
  remove(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

/** Fallback without a database (some private windows): kept until the page closes. */
const inMemory = new Map<string, Blob>();

/**
 * Runs on the database, or in memory when there is none. A full disk is thrown as an error: memory would pretend that
 * the recording outlives the page.
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
