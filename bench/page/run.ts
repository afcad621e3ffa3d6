/**
 * `npm run bench:page`: Lighthouse (mobile, its simulated slow phone) on the built app, an empty Chrome for each page, and
 * the median of the runs. `/results` is opened with a fragrance on the device, `/share/:id` with a share in the backend.
 *
 * Lighthouse is fetched with npx, since nothing else needs it. `--inp` measures presses instead (inp.ts), `--frames` frames (frames.ts). CHROME_BIN names another Chrome.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright';
import { startServer } from '../../supabase/local/server.ts';
import { findBrowser } from '../../tests/browserPath.ts';
import { PAGES, type BENCHES } from '../benches.ts';
import { quantile } from '../latency/statistics.ts';
import { Refusal, type Asked } from '../options.ts';
import { machine, sayer, table, writeResults } from '../report.ts';
import { startChrome, type Chrome } from './chrome.ts';
import { measureFrames } from './frames.ts';
import { measurePresses } from './inp.ts';
import { storedFragrance, storedShare, withBrowser } from './stage.ts';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** One run: scores of 100, times in ms, bytes. */
interface Run {
  scores: number[];
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  longest: number;
  /** JavaScript, gzipped. */
  script: number;
}

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number; details?: { items: Record<string, unknown>[] } }>;
}

/** Empties what the browser keeps of the app, but for its local storage. */
async function forget(chrome: Chrome, url: string, fragrance: boolean): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
  try {
    const page = await browser.contexts()[0]!.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
    if (fragrance) {
      // Any answer of the origin will do to reach its storage.
      await page.goto(`${url}/manifest.webmanifest`);
      await page.evaluate((kept) => localStorage.setItem('fragranceProfile', kept), JSON.stringify(storedFragrance()));
      await session.send('Network.clearBrowserCache');
    }
    await page.close();
  } finally {
    await browser.close();
  }
}

async function lighthouse(chrome: Chrome, address: string): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'accord-lighthouse-'));
  const file = join(folder, 'report.json');
  try {
    await promisify(execFile)(
      'npx',
      [
        '--yes',
        LIGHTHOUSE,
        address,
        `--port=${chrome.port}`,
        '--disable-storage-reset',
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
      ],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sizes = new Map<string, Promise<number>>();

/** Bytes of a script as gzip makes them at its best level. */
function gzipped(address: string): Promise<number> {
  let size = sizes.get(address);
  if (size === undefined) {
    size = fetch(address).then(
      async (answer) => gzipSync(new Uint8Array(await answer.arrayBuffer()), { level: 9 }).length,
    );
    sizes.set(address, size);
  }
  return size;
}

async function runOf({ categories, audits }: Report): Promise<Run> {
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const scripts = (audits['network-requests']?.details?.items ?? []).filter(
    ({ resourceType }) => resourceType === 'Script',
  );
  const tasks = (audits['long-tasks']?.details?.items ?? []).map(({ duration }) => Number(duration));
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? Number.NaN) * 100)),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    longest: Math.max(0, ...tasks),
    script: (await Promise.all(scripts.map(({ url }) => gzipped(String(url))))).reduce((sum, size) => sum + size, 0),
  };
}

function rowOf(path: string, runs: readonly Run[]): string[] {
  const of = (pick: (run: Run) => number) => quantile(runs.map(pick), 0.5);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  return [
    path,
    ...CATEGORIES.map((_, at) => of(({ scores }) => scores[at]!).toFixed(0)),
    seconds(of(({ fcp }) => fcp)),
    seconds(of(({ lcp }) => lcp)),
    of(({ tbt }) => tbt).toFixed(0),
    of(({ cls }) => cls).toFixed(3),
    of(({ longest }) => longest).toFixed(0),
    (of(({ script }) => script) / 1000).toFixed(1),
  ];
}

export async function run(options: Asked<typeof BENCHES.page>): Promise<void> {
  const { runs: wanted, only, reports, inp, frames, json, isNarrowed } = options;
  const unknown = inp ? undefined : only?.find((name) => !PAGES.some((page) => page === name));
  if (unknown !== undefined)
    throw new Refusal(`Lighthouse opens ${PAGES.join(', ')}; ${unknown} is a screen of --inp.`);
  const say = sayer(json);
  const executable = findBrowser();
  if (executable === null) throw new Refusal('No Chrome on this machine: install one, or name it with CHROME_BIN.');
  if (reports !== null) mkdirSync(reports, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'accord-page-'));
  const server = await startServer({
    port: 0,
    dataDir: null,
    mode: 'start',
    ...(options['no-build'] ? { build: false } : { dist: join(folder, 'dist') }),
  });
  try {
    if (frames) {
      await withBrowser(executable, (browser) => measureFrames(browser, server.url, options));
      return;
    }
    const share = await storedShare(server);
    if (inp) {
      await withBrowser(executable, (browser) => measurePresses(browser, server.url, share, options));
      return;
    }
    say(`Fetching ${LIGHTHOUSE} with npx, and measuring ...`);
    const rows: string[][] = [];
    const data: Record<string, Run[]> = {};
    for (const name of only ?? PAGES) {
      const runs: Run[] = [];
      for (let run = 0; run < wanted; run++) {
        const chrome = await startChrome(executable);
        try {
          await forget(chrome, server.url, name === '/results');
          const report = await lighthouse(chrome, server.url + name.replace(':id', share));
          if (reports !== null)
            writeFileSync(join(reports, `${name.replace(/\W+/g, '-')}${run}.json`), JSON.stringify(report));
          runs.push(await runOf(report));
        } finally {
          await chrome.close();
        }
      }
      data[name] = runs;
      rows.push(rowOf(name, runs));
      say(rows.at(-1)!.join('  '));
    }
    const head = [
      'page',
      'performance',
      'accessibility',
      'best practices',
      'SEO',
      'FCP s',
      'LCP s',
      'TBT ms',
      'CLS',
      'longest task ms',
      'JS kB',
    ];
    const text = table(head, rows);
    say(`\n${text}`);
    const facts = machine(['react', 'playwright'], { Lighthouse: LIGHTHOUSE });
    const title = `Lighthouse, mobile, median of ${wanted}`;
    say(writeResults({ name: 'page', title, markdown: text, data, facts, isNarrowed }));
    if (json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
