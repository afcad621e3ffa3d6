/**
 * `npm run bench:latency`: how long a touch takes to become sound, and how evenly the transport steps, in a real browser.
 *
 * Key, pointer and MIDI events start a bare OscillatorNode, our engine and Tone.js (as it comes, and with `immediate()`)
 * in one handler in one context; a worklet on the output reports the first sample of each. Our engine plays each of its tones
 * in turn.
 */
import { chromium, type CDPSession, type Page } from 'playwright';
import { createServer } from 'vite';
import { resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { midiName } from '../../workers/ear/values/pitch.ts';
import { findBrowser } from '../../tests/browserPath.ts';
import type { BENCHES } from '../benches.ts';
import { Refusal, type Asked } from '../options.ts';
import { machine, sayer } from '../report.ts';
import { spreadOf, type Spread } from './statistics.ts';
import type { Bench, EventResult } from './page.ts';
import { TONE_MODULES } from '../../vite.config.ts';

const ENGINES = ['bare OscillatorNode', 'Accord', 'Tone.js defaults', 'Tone.js immediate()'] as const;
/** Pause between two events, ms: longer than Tone's lookahead and a note together, and odd against the render quantum. */
const PAUSE_MS = 247;
/** Under load, where an event may wait for its handler. */
const LOADED_PAUSE_MS = 397;
/** The load: blocked for 80 ms at a time, with breath in between. */
const BLOCK_MS = 80;
const BREATH_MS = 15;
const BPM = 180;
/** Presses after which the style of a key is read. */
const KEY_PRESSES = 20;

declare global {
  interface Window {
    bench: Bench;
  }
}

/** What a tone of ours adds to the bare oscillator, by tone, with an idle main thread. */
const overBareByTone = new Map<string, number[]>();

interface Row {
  event: string;
  load: string;
  engine: string;
  latency: Spread;
  /** Against the bare oscillator of the same event. */
  overBare: Spread;
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
  if (!loaded) {
    for (const { tone, latencies } of results) {
      const [bare, ours] = latencies;
      if (bare === null || bare === undefined || ours === null || ours === undefined) continue;
      overBareByTone.set(tone, [...(overBareByTone.get(tone) ?? []), ours - bare]);
    }
  }
  return ENGINES.map((engine, index) => {
    const whole = results.filter(({ latencies }) => latencies[index] !== null && latencies[0] !== null);
    return {
      event,
      load: loaded ? `blocked ${BLOCK_MS} ms` : 'idle',
      engine,
      latency: spreadOf(whole.map(({ latencies }) => latencies[index]!)),
      overBare: spreadOf(whole.map(({ latencies }) => latencies[index]! - latencies[0]!)),
    };
  });
}

const ms = (value: number): string => value.toFixed(2).padStart(8);
const cells = ({ p50, p95, p99 }: Spread): string => `${ms(p50)} ${ms(p95)} ${ms(p99)}`;

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 2 ** 20;
}

export async function run({ events, soak: soakSeconds, idle, json }: Asked<typeof BENCHES.latency>): Promise<void> {
  const say = sayer(json);
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Refusal('No Chromium on this machine: install one, or name it with CHROME_BIN.');
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
        'tone/build/esm/core/context/OfflineContext.js',
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
    say(
      `Event to first sample, ms, ${events} events each; in brackets what the engine adds to the bare oscillator of the same event\n`,
    );
    say(
      `${'event'.padEnd(9)}${'main thread'.padEnd(15)}${'engine'.padEnd(22)}     p50      p95      p99   [     p50      p95      p99 ]  heard`,
    );
    for (const loaded of idle ? [false] : [false, true]) {
      for (const event of Object.keys(triggers)) {
        for (const row of await measureEvents(page, { event, count: events, loaded })) {
          rows.push(row);
          say(
            `${row.event.padEnd(9)}${row.load.padEnd(15)}${row.engine.padEnd(22)}${cells(row.latency)}   [${cells(row.overBare)} ]  ${row.latency.count}`,
          );
        }
      }
    }

    const looks = await page.evaluate((presses) => window.bench.keyLooks(presses), KEY_PRESSES);
    say(
      `\nThe key's style has changed at the next animation frame in ${looks.changed} of ${looks.of} presses; ${looks.moved} changed the layout of a key`,
    );

    const byTone = [...overBareByTone].map(([tone, numbers]) => ({ tone, ...spreadOf(numbers) }));
    say('\nEach tone, key, pointer and MIDI together: what it adds to the bare oscillator of the same event, ms');
    say(`${'tone'.padEnd(10)}     p50      p95      p99  heard`);
    for (const { tone, count, ...spread } of byTone) say(`${tone.padEnd(10)}${cells({ ...spread, count })}  ${count}`);

    const tones = await page.evaluate(() => window.bench.toneTable());
    say('\nEach tone: 32 voices, per cent of one core; making them ahead, ms; a phrase, LUFS; and what it is like');
    say('(centroid of the spectrum, Hz; 10 to 90 % of the rise, ms; share of the power beside the partials)');
    say(`${'tone'.padEnd(10)}  cost %  made ms   LUFS   note: centroid  attack  noise`);
    for (const { tone, cost, build, loudness, at } of tones)
      say(
        `${tone.padEnd(10)}${cost.toFixed(1).padStart(8)}${build.toFixed(0).padStart(9)}${loudness.toFixed(1).padStart(7)}   ${at
          .map(
            ({ midi, centroid, attack, noise }) =>
              `${midiName(midi)}:${centroid.toFixed(0).padStart(6)}${attack.toFixed(0).padStart(6)}${noise.toFixed(2).padStart(7)}`,
          )
          .join('   ')}`,
      );
    const contexts = await page.evaluate(() => window.bench.contextTable());
    say('\nNodes of a context: the events of one note, µs; 300 notes rendered offline, ms; and what it lacks');
    for (const { name, note, offline, missing } of contexts)
      say(
        `${name.padEnd(28)}${note.toFixed(1).padStart(7)}${offline.toFixed(0).padStart(7)}   ${missing.join(', ') || 'nothing'}`,
      );

    const heaviest = tones.reduce((most, each) => (each.cost > most.cost ? each : most)).tone;

    const offline = [];
    for (const [bpm, swing] of [
      [120, 50],
      [97, 50],
      [173, 67],
      [61, 75],
    ] as const) {
      const { steps, samples } = await page.evaluate(
        ([bpm, swing]) => window.bench.offlineDeviation(bpm!, swing!, 60),
        [bpm, swing],
      );
      offline.push({ bpm, swing, steps, samples });
    }
    say('\nTransport, offline render: largest distance from the ideal time');
    for (const { bpm, swing, steps, samples } of offline)
      say(`  ${bpm} BPM, swing ${swing} %: ${samples.toFixed(3)} samples over ${steps} steps`);

    await page.evaluate(([block, breath]) => void window.bench.load(block!, breath!), [BLOCK_MS, BREATH_MS]);
    const { names, deviations } = await page.evaluate(
      ([bpm, steps]) => window.bench.realTimeDeviations(bpm!, steps!),
      [BPM, events],
    );
    await page.evaluate(() => window.bench.unload());
    const realTime = names.map((name, index) => ({ name, ...spreadOf(deviations[index]!) }));
    say(
      `\nTransport, real time at ${BPM} BPM, main thread blocked ${BLOCK_MS} ms at a time: distance from the ideal time, ms\n${''.padEnd(30)}     p50      p95      p99      max  steps`,
    );
    for (const { name, count, max, ...spread } of realTime)
      say(`${name.padEnd(30)}${cells({ ...spread, max, count })} ${ms(max)}  ${count}`);

    const session = await page.context().newCDPSession(page);
    const soaking = page.evaluate(([tone, seconds]) => window.bench.soak(tone, seconds), [
      heaviest,
      soakSeconds,
    ] as const);
    await new Promise((done) => setTimeout(done, 10_000));
    const heapBefore = await heap(session);
    await new Promise((done) => setTimeout(done, (soakSeconds - 11) * 1000));
    const heapAfter = await heap(session);
    const soak = await soaking;
    say(
      `\n32 voices of ${heaviest} for ${soakSeconds} s (${(soak.frames / soak.sampleRate).toFixed(1)} s watched): ${soak.silentRuns} dropouts, ${soak.missing} frames missing, never fewer than ${soak.minVoices} voices; heap after 10 s ${heapBefore.toFixed(2)} MB, at the end ${heapAfter.toFixed(2)} MB (${(heapAfter - heapBefore).toFixed(2)} MB)`,
    );

    if (json)
      console.log(
        JSON.stringify(
          {
            machine: machine(['tone', 'standardized-audio-context'], { Chromium: browser.version() }),
            events,
            rows,
            looks,
            byTone,
            tones,
            contexts,
            offline,
            realTime,
            soak: { ...soak, heapBefore, heapAfter },
          },
          null,
          2,
        ),
      );
  } finally {
    await browser.close();
    await server.close();
  }
}
