/**
 * Whether the server can do its work: `/healthz`, and the gauges of `/metrics`. A check never waits longer than its patience,
 * and no two checks ask the database at once, so asking often costs nothing.
 */
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backend } from '../backendContract.ts';
import { MIN_DATABASE_BYTES } from '../data/fullDisk.ts';
import { mailQueue, type MailQueue } from './mailQueue.ts';

/** Longest time for an answer of the database or the disk, ms. */
const PATIENCE_MS = 3000;

/** Free space below which uploads are refused, and the server counts as failing, bytes. */
const LEAST_FREE_BYTES = 2 * MIN_DATABASE_BYTES;

/** Time for which a mail may be due, s; above it the queue is stuck. One that no server takes is tried for 15 hours, and is not due meanwhile. */
const STUCK_SECONDS = 900;

interface Part {
  ok: boolean;
}

/** The answer of `/healthz`; a part that this server does not have is null. */
export interface Health {
  status: 'ok' | 'failing';
  database: (Part & { restarts: number; waiting: number }) | null;
  storage: Part | null;
  mail: (Part & MailQueue) | null;
  disk: (Part & { free_bytes: number; size_bytes: number }) | null;
}

export interface HealthOptions {
  /** Null with a hosted project. */
  backend: Pick<Backend, 'sql' | 'state'> | null;
  /** Null in memory. */
  dataDir: string | null;
  /** Whether this server sends mails. */
  mails?: boolean;
  patienceMs?: number;
  /** Free bytes and size of the disk of a folder; of the real one by default. */
  disk?: (folder: string) => Promise<{ free: number; size: number }>;
}

async function diskOf(folder: string): Promise<{ free: number; size: number }> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Makes the check. */
export function createHealth({
  backend,
  dataDir,
  mails = false,
  patienceMs = PATIENCE_MS,
  disk = diskOf,
}: HealthOptions): () => Promise<Health> {
  /** The result of `work`, or null when it fails or takes too long. */
  async function within<T>(work: Promise<T>): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((done) => (timer = setTimeout(() => done(null), patienceMs)));
    return Promise.race([work.catch(() => null), late]).finally(() => clearTimeout(timer));
  }
  /** Keeps one call of `work` under way: whoever asks meanwhile waits for the same answer. */
  function shared<T>(work: () => Promise<T>): () => Promise<T> {
    let running: Promise<T> | null = null;
    return () => (running ??= work().finally(() => (running = null)));
  }

  const askDatabase = shared(async () => {
    await backend!.sql('select 1');
    return { mail: mails ? await mailQueue(backend!.sql) : null };
  });
  const tryStorage = shared(async () => {
    const folder = join(dataDir!, 'objects');
    const probe = join(folder, 'probe.part');
    await mkdir(folder, { recursive: true });
    await writeFile(probe, 'ok', { mode: 0o600 });
    await rm(probe);
    return true;
  });

  return shared(async () => {
    const [database, storage, room] = await Promise.all([
      backend === null ? null : within(askDatabase()),
      backend === null || dataDir === null ? null : within(tryStorage()),
      dataDir === null ? null : within(disk(dataDir)),
    ]);
    const state = backend?.state?.();
    const mail = database?.mail ?? null;
    // Network file systems may report no size: nothing is known then.
    const known = room !== null && room.size > 0;
    const health: Omit<Health, 'status'> = {
      database:
        backend === null
          ? null
          : { ok: database !== null, restarts: state?.restarts ?? 0, waiting: state?.waiting ?? 0 },
      storage: backend === null || dataDir === null ? null : { ok: storage !== null },
      mail: mail === null ? null : { ok: mail.overdue_seconds < STUCK_SECONDS, ...mail },
      disk: known ? { ok: room.free >= LEAST_FREE_BYTES, free_bytes: room.free, size_bytes: room.size } : null,
    };
    const ok = Object.values(health).every((part: Part | null) => part === null || part.ok);
    return { status: ok ? 'ok' : 'failing', ...health };
  });
}
