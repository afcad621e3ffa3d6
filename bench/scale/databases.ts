/** The databases of the scale bench: embedded ones, or projects in one real Postgres. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startBackend } from '../../supabase/local/backend.ts';
import type { Backend } from '../../supabase/local/backendContract.ts';
import { newKeys } from '../../supabase/local/data/dataDir.ts';
import { startCluster, type Cluster } from '../../tests/hosted/postgres/cluster.ts';
import { makeTemplate, openStandIn, type Template } from '../../tests/hosted/standIn.ts';
import type { Say } from '../report.ts';

export const keys = newKeys();

export interface Databases {
  /** Opens the database of a size, filled. @throws Error when it holds more than that */
  open(size: number): Promise<Backend>;
  close(): Promise<void>;
}

/** What a database is filled with. */
export interface Corpus {
  /** What there are so many of, in the plural; a part of the databases' names. */
  name: string;
  /** How many a database holds; removes first what an earlier run has added by asking. */
  count(backend: Backend): Promise<number>;
  /** Adds number `from` to `to - 1`. */
  fill(backend: Backend, from: number, to: number, onProgress: (done: number) => void): Promise<void>;
}

interface Kind {
  hosted: boolean;
  /** The folder in which they stay for the next run; null keeps nothing. */
  kept: string | null;
  /** Hears how far each is filled. */
  say: Say;
}

/** Databases filled with a corpus. */
export function databases(corpus: Corpus, { hosted, kept, say }: Kind): Databases {
  const folder = kept === null ? mkdtempSync(join(tmpdir(), 'accord-scale-')) : resolve(kept);
  const opened: Backend[] = [];
  let cluster: Cluster | null = null;
  let template: Template | null = null;

  async function start(size: number): Promise<Backend> {
    if (!hosted) {
      const dataDir = join(folder, corpus.name, String(size));
      mkdirSync(dataDir, { recursive: true });
      return startBackend({ dataDir, keys, siteUrl: 'http://localhost:5173' });
    }
    // The settings of a small project, and what a server has by default.
    cluster ??= await startCluster(
      { shared_buffers: '512MB', fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '4GB' },
      kept === null ? null : folder,
    );
    template ??= await makeTemplate(cluster);
    return openStandIn(template, keys, kept === null ? null : `scale_${corpus.name}_${size}`);
  }

  return {
    async open(size) {
      const backend = await start(size);
      opened.push(backend);
      const started = performance.now();
      await corpus.fill(
        backend,
        await corpus.count(backend),
        size,
        (done) => process.stderr.isTTY && process.stderr.write(`\r${done} of ${size} ${corpus.name}`),
      );
      const count = await corpus.count(backend);
      if (count !== size) throw new Error(`The database holds ${count} ${corpus.name} instead of ${size}.`);
      say(`${size.toLocaleString('en')} ${corpus.name} after ${((performance.now() - started) / 1000).toFixed(0)} s`);
      return backend;
    },
    async close() {
      for (const backend of opened) await backend.close();
      await cluster?.close();
      if (kept === null) rmSync(folder, { recursive: true, force: true });
    },
  };
}
