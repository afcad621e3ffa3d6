import { withAudioDatabase } from './database.ts';

/** Key of a second copy that versions before 0.2 kept of the newest recording; only removed now. */
export const SECOND_COPY = 'current';

/**
 * Recordings in the browser's database (`AudioDB`, store `audio`), kept across reloads and failures of the backend.
 * Each function throws where this device has no database, and `put` where it has no room.
 */
export const audioStore = {
  /** Stores a recording under a key, replacing an earlier one. */
  put: (key: string, recording: Blob): Promise<void> =>
    withAudioDatabase(async (database) => void (await database.put('audio', recording, key))),
  get: (key: string): Promise<Blob | null> =>
    withAudioDatabase(async (database) => (await database.get('audio', key)) ?? null),
  remove: (key: string): Promise<void> => withAudioDatabase((database) => database.delete('audio', key)),
  keys: (): Promise<string[]> => withAudioDatabase((database) => database.getAllKeys('audio')),
};
