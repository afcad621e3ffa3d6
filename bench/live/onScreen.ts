/**
 * Sings to the built app's create screen through Chromium's fake microphone and measures how long after its onset in
 * the microphone's signal each note's name is on the screen, and the long tasks of the main thread meanwhile.
 *
 * The figure holds everything from the audio graph on: capture, the way to the worker, the engine, the way back, the
 * frame that writes the name and the wait for the next. It does not hold what lies before the graph (the device's and
 * the browser's input buffers, and voice processing), nor the screen's own delay.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { startServer } from '#local/server.ts';
import { findBrowser } from '#tests/browserPath.ts';
import type { Voice } from '#tests/fixtures/synthesis.ts';
import { fakeMediaArgs } from '#tests/fakeMedia.ts';
import { percentilesOf } from '#bench/latency/statistics.ts';
import { CommandError } from '#bench/command.ts';
import { machine, createLog, table, writeResults } from '#bench/report.ts';
import { noteLatencies, type NoteLatency } from './match.ts';
import { writeMelody, type LiveMelody } from './recording.ts';
import { watch, type PageMeasurements } from './watch.ts';

const TARGET_MS = 150;

interface Pass {
  kind: Voice;
  seen: NoteLatency[];
  /** Lengths of the main thread's tasks over 50 ms from the press on Record on, ms. */
  longTasks: number[];
}

interface Sung {
  kind: Voice;
  melody: LiveMelody;
}

async function record(browser: Browser, url: string, { kind, melody }: Sung): Promise<Pass> {
  // The measuring worklet is made from text, which the content security policy refuses.
  const context = await browser.newContext({ bypassCSP: true });
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    // Without the browser's processing of a voice.
    await page.addInitScript(() => localStorage.setItem('accord:music', 'true'));
    // The compiler may leave a call to its helper for function names in what is sent.
    await page.addInitScript(`globalThis.__name ??= (value) => value; (${watch.toString()})()`);
    await page.goto(url);
    const record = page.getByRole('button', { name: 'Record', exact: true });
    await record.waitFor();
    // Files that a first visit loads when it is idle are no part of a recording.
    await page.waitForTimeout(2500);
    const clicked = Date.now();
    await record.click();
    const stop = page.getByRole('button', { name: /stop recording/i });
    await stop.waitFor();
    await page.waitForTimeout((melody.seconds + 1.5) * 1000);
    const watched: PageMeasurements = await page.evaluate(() => window.watched);
    await stop.click();
    const longTasks = watched.longTasks.filter(({ at }) => at >= clicked).map(({ duration }) => duration);
    return { kind, seen: noteLatencies(watched, melody), longTasks };
  } finally {
    await context.close();
  }
}

/** The row of the table of some notes. */
function rowOf(kind: string, seen: readonly NoteLatency[]): string[] {
  const latency = percentilesOf(latenciesOf(seen));
  const times = [latency.p50, latency.p95, latency.p99, latency.max].map(ms);
  return [kind, String(seen.length), String(latenciesOf(seen).length), ...times];
}

const ms = (value: number): string => value.toFixed(0);
const latenciesOf = (seen: readonly NoteLatency[]): number[] =>
  seen.flatMap(({ latency }) => (latency === null ? [] : [latency]));

/**
 * Prints how soon notes are named on the screen, of so many recordings of each kind. @throws CommandError without a Chromium
 */
export async function measureOnScreen(wanted: number, kinds: readonly Voice[], isNarrowed: boolean, json: boolean) {
  const log = createLog(json);
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new CommandError('No Chromium on this machine: install one, or name it with CHROME_BIN.');
  const folder = mkdtempSync(join(tmpdir(), 'accord-live-'));
  const wav = join(folder, 'melody.wav');
  log('Building the app ...');
  const server = await startServer({ port: 0, dataDir: null, mode: 'start', dist: join(folder, 'dist') });
  let version = '';
  try {
    const passes: Pass[] = [];
    for (const kind of kinds) {
      const melody = writeMelody(wav, kind);
      const browser = await chromium.launch({ executablePath, args: fakeMediaArgs(wav) });
      version = browser.version();
      try {
        for (let pass = 0; pass < wanted; pass++) {
          log(`Recording ${pass + 1} of ${wanted}, ${kind} ...`);
          passes.push(await record(browser, server.url, { kind, melody }));
        }
      } finally {
        await browser.close();
      }
    }
    const compareShownNotes = (kind: Voice): NoteLatency[] =>
      passes.flatMap((pass) => (pass.kind === kind ? pass.seen : []));
    const seen = passes.flatMap((pass) => pass.seen);
    const latency = percentilesOf(latenciesOf(seen));
    const longTasks = passes.flatMap((pass) => pass.longTasks);
    const text = table(
      ['', 'notes', 'shown', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'],
      [...kinds.map((kind) => rowOf(kind, compareShownNotes(kind))), rowOf('all', seen)],
    );
    const lines = [
      `Onset in the microphone's signal to the note's name on the screen, ${wanted} recordings of each kind; wanted: p95 of ${TARGET_MS} ms: ${latency.p95 <= TARGET_MS ? 'reached' : 'missed'}.`,
      `Tasks over 50 ms on the main thread: ${longTasks.length}, the longest ${ms(Math.max(0, ...longTasks))} ms.`,
    ];
    log(`\n${text}\n\n${lines.join('\n')}`);
    const facts = machine(['meyda', 'react', 'playwright'], { Chromium: version });
    const data = {
      latency,
      notes: seen.length,
      missed: seen.filter(({ latency }) => latency === null).map(({ name }) => name),
      passes,
    };
    const markdown = [text, ...lines].join('\n\n');
    log(writeResults({ name: 'live', title: 'Live view', markdown, data, facts, isNarrowed }));
    if (json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
