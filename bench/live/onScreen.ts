/**
 * Sings to the built app's create screen through Chromium's fake microphone and measures how long
 * after its onset in the microphone's signal each note's name is on the screen, and what the main thread does meanwhile.
 *
 * The figure holds everything from the audio graph on: capture, the way to the worker, the engine, the way back, the frame
 * that writes the name and the wait for the next. It does not hold what lies before the graph (the device's and the
 * browser's input buffers, and voice processing), nor the screen's own delay.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { startServer } from '../../supabase/local/server.ts';
import { findBrowser } from '../../tests/browserPath.ts';
import type { Voice } from '../../tests/fixtures/synthesis.ts';
import { fakeMediaArgs } from '../../tests/fakeMedia.ts';
import { spreadOf } from '../latency/statistics.ts';
import { Refusal } from '../command.ts';
import { machine, sayer, table, writeResults } from '../report.ts';
import { appearances, type Appearance } from './match.ts';
import { writeMelody, type LiveMelody } from './recording.ts';
import { watch, type Watched } from './watch.ts';

const TARGET_MS = 150;
const LONG_TASK_MS = 50;

interface LongTask {
  after: number;
  duration: number;
}

interface Pass {
  kind: Voice;
  seen: Appearance[];
  /** Tasks over 50 ms, while the recording opened and while it went on: their lengths, and when they began in that time, ms. */
  opening: LongTask[];
  recording: LongTask[];
}

interface Sung {
  kind: Voice;
  melody: LiveMelody;
  /** Whether the browser processes it as a voice: the app's Music switch is off. */
  isVoice: boolean;
}

async function record(browser: Browser, url: string, { kind, melody, isVoice }: Sung): Promise<Pass> {
  // The clock that listens along is a worklet made from text, which the content security policy refuses.
  const context = await browser.newContext({ bypassCSP: true });
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.addInitScript((music) => localStorage.setItem('accord:music', JSON.stringify(music)), !isVoice);
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
    return { kind, seen: appearances(watched, melody), opening: tasks(clicked, began), recording: tasks(began, ended) };
  } finally {
    await context.close();
  }
}

/** The row of the table of some notes. */
function rowOf(kind: string, seen: readonly Appearance[]): string[] {
  const latency = spreadOf(latenciesOf(seen));
  const times = [latency.p50, latency.p95, latency.p99, latency.max].map(ms);
  return [kind, String(seen.length), String(latenciesOf(seen).length), ...times];
}

const ms = (value: number): string => value.toFixed(0);
const latenciesOf = (seen: readonly Appearance[]): number[] =>
  seen.flatMap(({ latency }) => (latency === null ? [] : [latency]));

interface OnScreen {
  /** Recordings of each kind. */
  passes: number;
  kinds: readonly Voice[];
  /** Whether the browser processes the sound as a voice. */
  voice: boolean;
  json: boolean;
  isNarrowed: boolean;
}

/** Prints how soon notes are named on the screen. @throws Refusal without a Chromium */
export async function measureOnScreen({ passes: wanted, kinds, voice, json, isNarrowed }: OnScreen): Promise<void> {
  const say = sayer(json);
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Refusal('No Chromium on this machine: install one, or name it with CHROME_BIN.');
  const folder = mkdtempSync(join(tmpdir(), 'accord-live-'));
  const wav = join(folder, 'melody.wav');
  say('Building the app ...');
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
          say(`Recording ${pass + 1} of ${wanted}, ${kind} ...`);
          passes.push(await record(browser, server.url, { kind, melody, isVoice: voice }));
        }
      } finally {
        await browser.close();
      }
    }
    const seenOf = (kind: Voice): Appearance[] => passes.flatMap((pass) => (pass.kind === kind ? pass.seen : []));
    const seen = passes.flatMap((pass) => pass.seen);
    const latency = spreadOf(latenciesOf(seen));
    const opening = passes.flatMap((pass) => pass.opening);
    const recording = passes.flatMap((pass) => pass.recording);
    const text = table(
      ['', 'notes', 'shown', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'],
      [...kinds.map((kind) => rowOf(kind, seenOf(kind))), rowOf('all', seen)],
    );
    const tasks = (when: string, tasks: LongTask[]): string => {
      const [longest] = [...tasks].sort((a, b) => b.duration - a.duration);
      return `Tasks over ${LONG_TASK_MS} ms on the main thread ${when}: ${tasks.length}${longest === undefined ? '' : `, the longest ${ms(longest.duration)} ms, begun ${ms(longest.after)} ms in`}.`;
    };
    const lines = [
      `Onset in the microphone's signal to the note's name on the screen, ${wanted} recordings of each kind, voice processing ${voice ? 'on' : 'off'}; wanted: p95 of ${TARGET_MS} ms: ${latency.p95 <= TARGET_MS ? 'reached' : 'missed'}.`,
      tasks('while recording', recording),
      tasks('while the recording opened', opening),
    ];
    say(`\n${text}\n\n${lines.join('\n')}`);
    const facts = machine(['meyda', 'react', 'playwright'], { Chromium: version });
    const data = {
      latency,
      notes: seen.length,
      missed: seen.filter(({ latency }) => latency === null).map(({ name }) => name),
      passes,
    };
    const markdown = [text, ...lines].join('\n\n');
    say(writeResults({ name: 'live', title: 'Live view', markdown, data, facts, isNarrowed }));
    if (json) console.log(JSON.stringify({ machine: facts, ...data }, null, 2));
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
