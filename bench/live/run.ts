/**
 * `npm run bench:live`: sings to the built app's create screen through Chromium's fake microphone and measures how long
 * after its onset in the microphone's signal each note's name is on the screen, and what the main thread does meanwhile.
 *
 * The figure holds everything from the audio graph on: capture, the way to the worker, the engine, the way back, the frame
 * that writes the name and the wait for the next. It does not hold what lies before the graph (the device's and the
 * browser's input buffers, and voice processing), nor the screen's own delay.
 *
 * `--passes N` (4) recordings of 20 notes, `--voice` with the browser's voice processing (the app's Music switch off), `--json`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { startServer } from '../../supabase/local/server.ts';
import { findBrowser } from '../../tests/browserPath.ts';
import { fakeMediaArgs } from '../../tests/fakeMedia.ts';
import { spreadOf } from '../latency/statistics.ts';
import { flag, machine, option, table, writeResults } from '../report.ts';
import { appearances, type Appearance } from './match.ts';
import { writeMelody, type LiveMelody } from './recording.ts';
import { watch, type Watched } from './watch.ts';

const PASSES = Number(option('passes') ?? 4);
const TARGET_MS = 150;
const LONG_TASK_MS = 50;
const asJson = flag('json');
const say = (line: string): void => {
  if (!asJson) console.log(line);
  else console.error(line);
};

interface LongTask {
  after: number;
  duration: number;
}

interface Pass {
  seen: Appearance[];
  /** Tasks over 50 ms, while the recording opened and while it went on: their lengths, and when they began in that time, ms. */
  opening: LongTask[];
  recording: LongTask[];
}

async function record(browser: Browser, url: string, melody: LiveMelody): Promise<Pass> {
  // The clock that listens along is a worklet made from text, which the content security policy refuses.
  const context = await browser.newContext({ bypassCSP: true });
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.addInitScript((music) => localStorage.setItem('accord:music', JSON.stringify(music)), !flag('voice'));
    // The compiler may leave a call to its helper for function names in what is sent.
    await page.addInitScript(`globalThis.__name ??= (value) => value; (${watch.toString()})()`);
    await page.goto(url);
    const record = page.getByRole('button', { name: 'Record', exact: true });
    await record.waitFor();
    // What a first visit loads when it is idle is no part of a recording.
    await page.waitForTimeout(2500);
    const clicked = Date.now();
    await record.click();
    const stop = page.getByRole('button', { name: /stop recording/i });
    await stop.waitFor();
    const began = Date.now();
    await page.waitForTimeout((melody.seconds + 1.5) * 1000);
    const ended = Date.now();
    const watched: Watched = await page.evaluate(() => window.watched);
    await stop.click();
    const tasks = (from: number, to: number): LongTask[] =>
      watched.longTasks
        .filter(({ at }) => at >= from && at < to)
        .map(({ at, duration }) => ({ after: at - from, duration }));
    return { seen: appearances(watched, melody), opening: tasks(clicked, began), recording: tasks(began, ended) };
  } finally {
    await context.close();
  }
}

async function main(): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No Chromium on this machine: install one, or name it with CHROME_BIN.');
  const folder = mkdtempSync(join(tmpdir(), 'accord-live-'));
  const wav = join(folder, 'melody.wav');
  const melody = writeMelody(wav);
  say('Building the app ...');
  const server = await startServer({ port: 0, dataDir: null, mode: 'start', dist: join(folder, 'dist') });
  const browser = await chromium.launch({ executablePath, args: fakeMediaArgs(wav) });
  try {
    const passes: Pass[] = [];
    for (let pass = 0; pass < PASSES; pass++) {
      say(`Recording ${pass + 1} of ${PASSES} ...`);
      passes.push(await record(browser, server.url, melody));
    }
    const seen = passes.flatMap(({ seen }) => seen);
    const latencies = seen.flatMap(({ latency }) => (latency === null ? [] : [latency]));
    const latency = spreadOf(latencies);
    const opening = passes.flatMap(({ opening }) => opening);
    const recording = passes.flatMap(({ recording }) => recording);
    const ms = (value: number): string => value.toFixed(0);
    const text = table(
      ['notes', 'shown', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'],
      [
        [
          String(seen.length),
          String(latencies.length),
          ms(latency.p50),
          ms(latency.p95),
          ms(latency.p99),
          ms(latency.max),
        ],
      ],
    );
    const tasks = (when: string, tasks: LongTask[]): string => {
      const [longest] = [...tasks].sort((a, b) => b.duration - a.duration);
      return `Tasks over ${LONG_TASK_MS} ms on the main thread ${when}: ${tasks.length}${longest === undefined ? '' : `, the longest ${ms(longest.duration)} ms, begun ${ms(longest.after)} ms in`}.`;
    };
    const lines = [
      `Onset in the microphone's signal to the note's name on the screen, ${PASSES} recordings, voice processing ${flag('voice') ? 'on' : 'off'}; wanted: p95 of ${TARGET_MS} ms: ${latency.p95 <= TARGET_MS ? 'reached' : 'missed'}.`,
      tasks('while recording', recording),
      tasks('while the recording opened', opening),
    ];
    say(`\n${text}\n\n${lines.join('\n')}`);
    const facts = machine(['meyda', 'react', 'playwright'], { Chromium: browser.version() });
    const data = {
      latency,
      notes: seen.length,
      missed: seen.filter(({ latency }) => latency === null).map(({ name }) => name),
      passes,
    };
    writeResults('live', 'Live view', [text, ...lines].join('\n\n'), data, facts);
    if (asJson) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
    else say('Also in bench/results/live.md and .json.');
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
