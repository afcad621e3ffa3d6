import type { AddOptions, Outbox, StorageKind } from './outboxContract.ts';
import { newUuid } from '#core/values/uuid.ts';
import { withAudioDatabase, type AudioDatabase, type OutboxEntry } from '#core/recordings/database.ts';

/** Longest pause of an entry, ms: neither the backend's request nor a wrong clock makes it longer. */
export const LONGEST_WAIT_MS = 86_400_000;

/**
 * Pause after the n-th failed try, ms: 5 s doubled each time, at most 10 minutes, up to a fifth more at random.
 */
export function pauseAfter(attempts: number, random: () => number): number {
  return Math.min(600_000, 5000 * 2 ** Math.max(0, attempts - 1)) * (1 + random() / 5);
}

/** An entry after a failed try: not before a pause, ms, is over, nor before the time that the backend requested. */
export function withPause(entry: OutboxEntry, error: unknown, now: number, pause: number): OutboxEntry {
  const seconds = (error as { retryAfter?: number }).retryAfter;
  const asked = seconds !== undefined && seconds > 0 ? Math.min(LONGEST_WAIT_MS, seconds * 1000) : 0;
  return {
    ...entry,
    attempts: entry.attempts + 1,
    notBefore: now + Math.max(asked, pause),
    ...(asked > 0 ? { askedUntil: now + asked } : {}),
  };
}

/**
 * Earliest times to send an entry, ms since 1970: after its pause (`due`), and not before the time that the backend
 * requested (`asked`). A time further ahead than the longest wait comes from a wrong clock or an earlier version, and
 * counts as over.
 */
export function waitOf({ notBefore, askedUntil = 0 }: OutboxEntry, now: number): { due: number; asked: number } {
  const boundTime = (time: number) => (time - now > LONGEST_WAIT_MS ? 0 : time);
  return { due: boundTime(notBefore), asked: boundTime(askedUntil) };
}

/** Storage of the outbox: the browser's database, and memory for entries that do not fit there. */
interface OutboxStore {
  /** Takes an entry in hand, from the call that adds it until it is written or its first try is over. */
  begin(entry: OutboxEntry): OutboxEntry;
  end(entry: OutboxEntry): void;
  /** False for an entry that was cancelled since {@link begin}. */
  isBegun(entry: OutboxEntry): boolean;
  /** True while an entry of this id is in hand. */
  isInHand(id: string): boolean;
  /** Waiting and refused entries, oldest first. */
  all(): Promise<OutboxEntry[]>;
  get(id: string): Promise<OutboxEntry | null>;
  /** The blob that goes with an entry, or null. */
  blobOf(entry: OutboxEntry): Promise<Blob | null>;
  /** Writes an entry, and its blob when one is given; with `pageOnly` into this page's memory. */
  put(entry: OutboxEntry, how?: PutOptions): Promise<StorageKind>;
  /** Replaces an entry, unless it was removed meanwhile, here or by another tab. */
  replace(entry: OutboxEntry): Promise<void>;
  /** Removes an entry that was sent. Holds from the call on, also for an entry that is being written. */
  remove(id: string): Promise<void>;
  /** Removes an entry, and entries of its id in hand. */
  cancel(id: string): Promise<void>;
  cancelAllOf: Outbox['removeAllOf'];
  /** True for an entry that this page has removed and not added again. */
  isRemoved(id: string): boolean;
}

type PutOptions = Pick<AddOptions, 'blob' | 'pageOnly'>;

/** Key under which the blob of an entry is stored. */
function audioKeyOf(id: string): string {
  return `outbox:${id}`;
}

/** An entry that has not been tried yet. */
export function newEntry(
  kind: string,
  payload: unknown,
  { blob, id = newUuid(), ownerId = null }: AddOptions,
  createdAt: number,
): OutboxEntry {
  return {
    id,
    kind,
    payload,
    ownerId,
    attempts: 0,
    notBefore: 0,
    createdAt,
    ...(blob ? { audioKey: audioKeyOf(id) } : {}),
  };
}

export function createOutboxStore(withDatabase: typeof withAudioDatabase = withAudioDatabase): OutboxStore {
  /** Takes precedence over the database: entries that could not be written or updated there. */
  const inMemory = new Map<string, { entry: OutboxEntry; blob?: Blob; pageOnly?: boolean }>();
  /** Removed in this page: not sent again even if the database failed to delete them. */
  const gone = new Set<string>();
  /** See {@link OutboxStore.begin}. */
  const inHand = new Set<OutboxEntry>();

  async function onDisk<T>(work: (database: AudioDatabase) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await withDatabase(work);
    } catch {
      return otherwise;
    }
  }

  async function put(entry: OutboxEntry, { blob, pageOnly }: PutOptions = {}): Promise<StorageKind> {
    const held = inMemory.get(entry.id);
    const wholeBlob = blob ?? held?.blob;
    gone.delete(entry.id);
    const inPage = (only: boolean): StorageKind => {
      inMemory.set(entry.id, { entry, pageOnly: only, ...(wholeBlob ? { blob: wholeBlob } : {}) });
      return 'page';
    };
    if (pageOnly || held?.pageOnly) return inPage(true);
    try {
      await withDatabase(async (database) => {
        // Removed while the database opened.
        if (gone.has(entry.id)) return;
        const transaction = database.transaction(['outbox', 'audio'], 'readwrite');
        await Promise.all([
          transaction.objectStore('outbox').put(entry),
          ...(wholeBlob && entry.audioKey ? [transaction.objectStore('audio').put(wholeBlob, entry.audioKey)] : []),
          transaction.done,
        ]);
      });
      inMemory.delete(entry.id);
      return 'device';
    } catch {
      return inPage(false);
    }
  }

  async function all(): Promise<OutboxEntry[]> {
    const byId = new Map((await onDisk((database) => database.getAll('outbox'), [])).map((entry) => [entry.id, entry]));
    for (const [id, { entry }] of inMemory) byId.set(id, entry);
    return [...byId.values()].filter(({ id }) => !gone.has(id)).sort((a, b) => a.createdAt - b.createdAt);
  }

  async function remove(id: string): Promise<void> {
    inMemory.delete(id);
    gone.add(id);
    await onDisk(async (database) => {
      const transaction = database.transaction(['outbox', 'audio'], 'readwrite');
      await Promise.all([
        transaction.objectStore('outbox').delete(id),
        // Delete only the entry's own blob: a recording may be in use elsewhere.
        transaction.objectStore('audio').delete(audioKeyOf(id)),
        transaction.done,
      ]);
    }, undefined);
  }

  function cancel(id: string): Promise<void> {
    for (const entry of inHand) if (entry.id === id) inHand.delete(entry);
    return remove(id);
  }

  return {
    begin: (entry) => {
      inHand.add(entry);
      return entry;
    },
    end: (entry) => void inHand.delete(entry),
    isBegun: (entry) => inHand.has(entry),
    isInHand: (id) => [...inHand].some((entry) => entry.id === id),
    all,
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
    put,
    async replace(entry) {
      const { id } = entry;
      if (inMemory.has(id)) {
        await put(entry);
        return;
      }
      try {
        // One transaction: a removal comes before it, and nothing is written, or after it.
        await withDatabase(async (database) => {
          const { store, done } = database.transaction('outbox', 'readwrite');
          if ((await store.get(id)) !== undefined) await store.put(entry);
          await done;
        });
      } catch {
        if (!gone.has(id)) inMemory.set(id, { entry });
      }
    },
    isRemoved: (id) => gone.has(id),
    remove,
    cancel,
    async cancelAllOf(owner, keptKind) {
      const cancelOwn = (entries: Iterable<OutboxEntry>) =>
        Promise.all(
          [...entries]
            .filter(({ ownerId = null, kind }) => ownerId === owner && kind !== keptKind)
            .map(({ id }) => cancel(id)),
        );
      await Promise.all([cancelOwn(inHand), all().then(cancelOwn)]);
    },
  };
}
