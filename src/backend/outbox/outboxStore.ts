import { openAudioDatabase, type AudioDatabase, type OutboxEntry } from '../recordings/database.ts';

/** Where an entry was put: on this device for good, or (no room, no database) in this page until it closes. */
export type Kept = 'device' | 'page';

/** The outbox's shelf: the browser's database, and this page's memory for what finds no room there. */
export interface OutboxStore {
  /** Everything that waits or was refused, oldest first. */
  all(): Promise<OutboxEntry[]>;
  get(id: string): Promise<OutboxEntry | null>;
  /** The blob that goes with an entry, or null. */
  blobOf(entry: OutboxEntry): Promise<Blob | null>;
  /** Writes an entry, and its blob when one is given. */
  put(entry: OutboxEntry, blob?: Blob): Promise<Kept>;
  /** Keeps an entry in this page alone, for what is worth nothing after it. */
  hold(entry: OutboxEntry): Kept;
  remove(entry: Pick<OutboxEntry, 'id' | 'audioKey'>): Promise<void>;
}

/** Key under which the blob of an entry is kept. */
export function audioKeyOf(id: string): string {
  return `outbox:${id}`;
}

export function createOutboxStore(database: () => Promise<AudioDatabase> = openAudioDatabase): OutboxStore {
  /** Wins over the database: an entry that could not be written, or not be written anew. */
  const inMemory = new Map<string, { entry: OutboxEntry; blob?: Blob; pageOnly?: boolean }>();
  /** Taken out in this page: an entry that the database could not delete is not sent again. */
  const gone = new Set<string>();

  async function onDisk<T>(work: (database: AudioDatabase) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work(await database());
    } catch {
      return otherwise;
    }
  }

  return {
    async all() {
      const byId = new Map(
        (await onDisk((database) => database.getAll('outbox'), [])).map((entry) => [entry.id, entry]),
      );
      for (const [id, { entry }] of inMemory) byId.set(id, entry);
      return [...byId.values()].filter(({ id }) => !gone.has(id)).sort((a, b) => a.createdAt - b.createdAt);
    },
    async get(id) {
      if (gone.has(id)) return null;
      return (
        inMemory.get(id)?.entry ?? (await onDisk(async (database) => (await database.get('outbox', id)) ?? null, null))
      );
    },
    async blobOf({ id, audioKey }) {
      if (audioKey === undefined) return null;
      return (
        inMemory.get(id)?.blob ??
        (await onDisk(async (database) => (await database.get('audio', audioKey)) ?? null, null))
      );
    },
    async put(entry, blob) {
      const held = inMemory.get(entry.id);
      const wholeBlob = blob ?? held?.blob;
      gone.delete(entry.id);
      const inPage = (pageOnly: boolean): Kept => {
        inMemory.set(entry.id, { entry, pageOnly, ...(wholeBlob ? { blob: wholeBlob } : {}) });
        return 'page';
      };
      if (held?.pageOnly) return inPage(true);
      try {
        const transaction = (await database()).transaction(['outbox', 'audio'], 'readwrite');
        await Promise.all([
          transaction.objectStore('outbox').put(entry),
          ...(wholeBlob && entry.audioKey ? [transaction.objectStore('audio').put(wholeBlob, entry.audioKey)] : []),
          transaction.done,
        ]);
        inMemory.delete(entry.id);
        return 'device';
      } catch {
        return inPage(false);
      }
    },
    hold(entry) {
      gone.delete(entry.id);
      inMemory.set(entry.id, { entry, pageOnly: true });
      return 'page';
    },
    async remove({ id, audioKey }) {
      inMemory.delete(id);
      gone.add(id);
      await onDisk(async (database) => {
        const transaction = database.transaction(['outbox', 'audio'], 'readwrite');
        await Promise.all([
          transaction.objectStore('outbox').delete(id),
          // Only what belongs to the entry alone: a recording may be wanted elsewhere.
          ...(audioKey === audioKeyOf(id) ? [transaction.objectStore('audio').delete(audioKey)] : []),
          transaction.done,
        ]);
      }, undefined);
    },
  };
}
