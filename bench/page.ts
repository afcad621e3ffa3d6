import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { RunningServer } from '#local/serverContract.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { chosenOf, CommandError, wholeNumber } from './command.ts';
import { quantile } from '#bench/latency/statistics.ts';
import { machine, createLog, table, writeResults } from './report.ts';

/**
 * `npm run bench:page`: Lighthouse (mobile, its simulated slow phone) on the built app, an empty Chrome for each run, and the
 * median of the runs. `/results` is opened with a fragrance on the device, `/share/:id` with a share in the backend.
 * Lighthouse is fetched with npx, since nothing else needs it. CHROME_BIN names another Chrome.
 */

const PAGE_PATHS = ['/', '/results', '/share/:id', '/store', '/beat-maker'] as const;
const LIGHTHOUSE_PACKAGE = 'lighthouse@12.8.2';
/** Port of the browser for Lighthouse and for us. */
const DEBUGGING_PORT = 19_222;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const ESSENCE: readonly NoteCode[] = ['A4', 'C#5', 'E3', 'G4', 'B4'];

export const HELP_TEXT = `usage: npm run bench:page -- [options]

Measures the built app with Lighthouse as on a slow phone.

  --runs N          runs on each page (5)
  --only PAGE,PAGE  measure these of ${PAGE_PATHS.join(', ')}`;

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items: Record<string, unknown>[] } }>;
}

/** A fragrance in the form in which the results store it. */
async function storedFragrance(): Promise<Fragrance> {
  const { fragranceFromEssence } = await import('#features/fragrance/domain/composition/fragrance.ts');
  const notes = ESSENCE.map((note, i) => ({ note, onset: 2 * i, offset: 2 * i + 1.5, velocity: 0.8, cents: 0 }));
  const trace = { duration: 12, peaks: Array.from({ length: 200 }, (_, i) => Math.abs(Math.sin(i / 9))), notes };
  return fragranceFromEssence({ essence: ESSENCE, source: 'spectral', now: new Date(0), trace });
}

/** Makes a share of a visitor, and returns its id. @throws Error when the backend refuses */
async function storedShare(server: RunningServer, fragrance: Fragrance): Promise<string> {
  const { makeShare, newShareId, shareRow, upload, visitor, wav } =
    await import('#tests/backend/support/testServer.ts');
  const stored = await upload(server, wav({ seconds: 12 }));
  const path = String(stored.body['audioPath'] ?? String(stored.body['audioUrl']).split('/audio/')[1]);
  const { name, description, intensity, complexity, persistence, trace } = fragrance;
  const id = newShareId();
  const row = shareRow(path, { share_id: id, name, description, intensity, complexity, persistence, trace });
  const made = await makeShare(server, row, visitor(server));
  if (made.status !== 200) throw new Error(`The share was refused: ${JSON.stringify(made.body)}`);
  return id;
}

interface Visit {
  executablePath: string;
  /** Address of the server. */
  url: string;
  path: string;
  fragrance: Fragrance;
}

/** One run of Lighthouse in an empty browser; the device of `/results` has a fragrance. */
async function lighthouse({ executablePath, url, path, fragrance }: Visit): Promise<Report> {
  const { chromium } = await import('playwright');
  const folder = mkdtempSync(join(tmpdir(), 'accord-lighthouse-'));
  const file = join(folder, 'report.json');
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args: [`--remote-debugging-port=${DEBUGGING_PORT}`, '--no-sandbox', '--mute-audio'],
  });
  try {
    if (path === '/results') {
      const page = await context.newPage();
      // Any answer from the origin gives access to its storage.
      await page.goto(`${url}/manifest.webmanifest`);
      await page.evaluate((kept) => localStorage.setItem('fragranceProfile', kept), JSON.stringify(fragrance));
      await page.close();
    }
    const args = [
      '--disable-storage-reset',
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--port=${DEBUGGING_PORT}`,
    ];
    await promisify(execFile)('npx', ['--yes', LIGHTHOUSE_PACKAGE, url + path, ...args], {
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Bytes of a script as gzip makes them at its best level. */
const gzipSize = async (address: string): Promise<number> =>
  gzipSync(new Uint8Array(await (await fetch(address)).arrayBuffer()), { level: 9 }).length;

const TABLE_HEAD = [...CATEGORIES, 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'longest task ms', 'JS bytes'];

/** One run: a figure for each of the columns. */
async function figuresOf({ categories, audits }: Report): Promise<number[]> {
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const itemsOf = (audit: string) => audits[audit]?.details?.items ?? [];
  const scripts = itemsOf('network-requests').filter(({ resourceType }) => resourceType === 'Script');
  const sizes = await Promise.all(scripts.map(({ url }) => gzipSize(String(url))));
  return [
    ...CATEGORIES.map((name) => Math.round((categories[name]?.score ?? Number.NaN) * 100)),
    ...['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(
      value,
    ),
    Math.max(0, ...itemsOf('long-tasks').map(({ duration }) => Number(duration))),
    sizes.reduce((sum, size) => sum + size, 0),
  ];
}

/** The median of each column. */
const rowOf = (path: string, runs: readonly number[][]): string[] => [
  path,
  ...TABLE_HEAD.map((name, at) =>
    quantile(
      runs.map((run) => run[at]!),
      0.5,
    ).toFixed(name === 'CLS' ? 3 : 0),
  ),
];

/** @throws CommandError */
export function command(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '5' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const wanted = wholeNumber('--runs', values.runs, 1);
  const only = chosenOf('--only', values.only, PAGE_PATHS);
  const log = createLog(values.json);
  return async () => {
    const { findBrowser } = await import('#tests/browserPath.ts');
    const { startServer } = await import('#local/server.ts');
    const executablePath = findBrowser();
    if (executablePath === null)
      throw new CommandError('No Chromium on this machine: install one, or name it with CHROME_BIN.');
    const folder = mkdtempSync(join(tmpdir(), 'accord-page-'));
    log(`Building the app, and fetching ${LIGHTHOUSE_PACKAGE} with npx ...`);
    const server = await startServer({ port: 0, dataDir: null, mode: 'start', dist: join(folder, 'dist') });
    try {
      const fragrance = await storedFragrance();
      const share = await storedShare(server, fragrance);
      const rows: string[][] = [];
      const data: Record<string, number[][]> = {};
      for (const name of only ?? PAGE_PATHS) {
        const visit = { executablePath, url: server.url, path: name.replace(':id', share), fragrance };
        const runs: number[][] = [];
        for (let run = 0; run < wanted; run++) runs.push(await figuresOf(await lighthouse(visit)));
        data[name] = runs;
        rows.push(rowOf(name, runs));
        log(rows.at(-1)!.join('  '));
      }
      const text = table(['page', ...TABLE_HEAD], rows);
      log(`\n${text}`);
      const facts = machine(['react', 'playwright'], { Lighthouse: LIGHTHOUSE_PACKAGE });
      const title = `Lighthouse, mobile, median of ${wanted}`;
      log(writeResults({ name: 'page', title, markdown: text, data, facts, isNarrowed: only !== null }));
      if (values.json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
