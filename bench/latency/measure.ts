import { chromium, type CDPSession, type Page } from 'playwright';
import { createServer } from 'vite';
import { resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { findBrowser } from '#tests/browserPath.ts';
import { CommandError } from '#bench/command.ts';
import { machine, createLog, table } from '#bench/report.ts';
import { percentilesOf, type Percentiles } from './statistics.ts';
import type { Bench, EventResult } from './page.ts';
import type { Soak } from './soak.ts';
import { TONE_MODULES } from '../../vite.config.ts';

/**
 * Measures the time from a touch to its sound in a real browser: key, pointer and MIDI events start a bare
 * OscillatorNode, our engine and Tone.js in one handler in one context; a worklet on the output reports the first
 * sample of each. Our engine plays each of its tones in turn.
 */

const ENGINES = ['bare OscillatorNode', 'Accord', 'Tone.js defaults'] as const;
/**
 * Pause between two events, ms: longer than Tone's lookahead and a note together, and odd against the render quantum.
 */
const PAUSE_MS = 247;
/** Under load, an event may be queued before its handler runs. */
const LOADED_PAUSE_MS = 397;
/** The load: blocked for 80 ms at a time, with breath in between. */
const BLOCK_MS = 80;
const BREATH_MS = 15;
/** Presses after which the style of a key is read. */
const KEY_PRESSES = 20;

declare global {
  interface Window {
    bench: Bench;
  }
}

interface Row {
  event: string;
  load: string;
  engine: string;
  latency: Percentiles;
  /** Against the bare oscillator of the same event. */
  overBare: Percentiles;
}

const triggers: Record<string, (page: Page) => Promise<void>> = {
  key: async (page) => {
    await page.keyboard.down('KeyA');
    await page.keyboard.up('KeyA');
  },
  pointer: async (page) => {
    await page.mouse.down();
    await page.mouse.up();
  },
  midi: (page) => page.evaluate(() => window.bench.sendMidi()),
};

interface Events {
  event: string;
  count: number;
  loaded: boolean;
}

async function measureEvents(page: Page, { event, count, loaded }: Events): Promise<Row[]> {
  await page.evaluate(() => window.bench.beginEvents());
  if (loaded) await page.evaluate(([block, breath]) => void window.bench.load(block!, breath!), [BLOCK_MS, BREATH_MS]);
  for (let i = 0; i < count; i++) {
    const began = Date.now();
    await triggers[event]!(page);
    // Not in step with the render quantum, so that all phases are met.
    await new Promise((done) =>
      setTimeout(done, Math.max(0, (loaded ? LOADED_PAUSE_MS : PAUSE_MS) + ((i * 7) % 23) - (Date.now() - began))),
    );
  }
  const results: EventResult[] = await page.evaluate(() => {
    window.bench.unload();
    return window.bench.endEvents();
  });
  return ENGINES.map((engine, index) => {
    const whole = results.filter(({ latencies }) => latencies[index] !== null && latencies[0] !== null);
    return {
      event,
      load: loaded ? `blocked ${BLOCK_MS} ms` : 'idle',
      engine,
      latency: percentilesOf(whole.map(({ latencies }) => latencies[index]!)),
      overBare: percentilesOf(whole.map(({ latencies }) => latencies[index]! - latencies[0]!)),
    };
  });
}

const cells = ({ p50, p95, p99 }: Percentiles): string[] => [p50, p95, p99].map((ms) => ms.toFixed(2));

/** Memory of the page in use, MB, its garbage collected. */
async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

/** A soak, and the growth of the heap from its first third (at most 10 s) to its end, MB. */
async function measureSoak(page: Page, seconds: number): Promise<Soak & { heapBefore: number; heapAfter: number }> {
  const session = await page.context().newCDPSession(page);
  const soaking = page.evaluate((length) => window.bench.soak(length), seconds);
  await page.waitForTimeout(Math.min(10, seconds / 3) * 1000);
  const heapBefore = await heap(session);
  const soak = await soaking;
  return { ...soak, heapBefore, heapAfter: await heap(session) };
}

/**
 * Opens the page in Chromium and prints the figures of so many events of each kind, and of a soak of so many s.
 * @throws CommandError without a Chromium
 */
export async function measureLatency(events: number, soakSeconds: number, json: boolean): Promise<void> {
  const log = createLog(json);
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new CommandError('No Chromium on this machine: install one, or name it with CHROME_BIN.');
  const server = await createServer({
    root: resolve(import.meta.dirname, '../..'),
    logLevel: 'error',
    cacheDir: 'node_modules/.vite-bench',
    optimizeDeps: {
      entries: ['bench/latency/page.html'],
      include: [
        'react',
        'react-dom/client',
        'react/jsx-dev-runtime',
        'valtio',
        'standardized-audio-context',
        'tone',
        ...TONE_MODULES,
      ],
    },
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
  });
  await server.listen();
  const { port } = server.httpServer!.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`http://127.0.0.1:${port}/bench/latency/page.html`);
    await page.waitForFunction(() => 'bench' in window);
    await page.evaluate(() => window.bench.setUp());
    await page.mouse.move(200, 200);
    // The first events pay for compilation, in every engine.
    for (let i = 0; i < 20; i++) {
      for (const trigger of Object.values(triggers)) await trigger(page);
      await page.waitForTimeout(60);
    }
    await page.waitForTimeout(500);

    const rows: Row[] = [];
    for (const loaded of [false, true])
      for (const event of Object.keys(triggers)) {
        log(`${events} events, ${event}${loaded ? ', under load' : ''} ...`);
        rows.push(...(await measureEvents(page, { event, count: events, loaded })));
      }

    log(
      `\n${[
        'Event to first sample, ms; what the engine adds to the bare oscillator of the same event:',
        table(
          ['event', 'main thread', 'engine', 'p50', 'p95', 'p99', 'added p50', 'p95', 'p99', 'heard'],
          rows.map(({ event, load, engine, latency, overBare }) => [
            event,
            load,
            engine,
            ...cells(latency),
            ...cells(overBare),
            String(latency.count),
          ]),
        ),
      ].join('\n\n')}`,
    );

    const looks = await page.evaluate((presses) => window.bench.keyLooks(presses), KEY_PRESSES);
    log(
      `\nOf ${looks.of} presses of the piano's keys ${looks.changed} showed at the next animation frame; ${looks.moved} changed the layout of a key.`,
    );

    const contexts = await page.evaluate(() => window.bench.contextTable());
    log(
      `\n${table(
        ['context', 'events of a note, µs', '300 notes offline, ms', 'lacks'],
        contexts.map(({ name, note, offline, missing }) => [
          name,
          note.toFixed(1),
          offline.toFixed(0),
          missing.join(', ') || 'nothing',
        ]),
      )}`,
    );

    log(`\n32 voices for ${soakSeconds} s ...`);
    const soak = await measureSoak(page, soakSeconds);
    const { underruns, heapBefore, heapAfter } = soak;
    log(
      [
        `32 voices of ${soak.tone}, ${soak.watched.toFixed(1)} s watched, never fewer than ${soak.minVoices} voices:`,
        underruns === null
          ? 'this browser does not count dropouts at the output,'
          : `${underruns.count} dropouts at the output (${(underruns.seconds * 1000).toFixed(0)} ms),`,
        `${soak.silentRuns} silences, ${soak.missing} frames not rendered;`,
        `heap ${heapBefore.toFixed(2)} MB, at the end ${heapAfter.toFixed(2)}.`,
      ].join(' '),
    );

    const facts = machine(['tone', 'standardized-audio-context'], { Chromium: browser.version() });
    if (json) console.log(JSON.stringify({ machine: facts, events, rows, looks, contexts, soak }, null, 2));
  } finally {
    await browser.close();
    await server.close();
  }
}
