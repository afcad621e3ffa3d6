import { quantile } from '../latency/statistics.ts';
import type { FinishTime } from './live.ts';
import type { SpeedMessage } from './worker.ts';

/** The page around the worker: a button, and what came out of it. */

const PASSES = 3;

export interface BrowserSpeed {
  engines: { engine: string; speed: number; passes: number[] }[];
  finish: FinishTime;
  browser: string;
  cores: number;
}

declare global {
  interface Window {
    runSpeed: () => Promise<BrowserSpeed>;
  }
}

const part = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector)!;
const button = part<HTMLButtonElement>('button');
const status = part('[role="status"]');

function row(engine: string, speed: number): HTMLTableRowElement {
  const line = document.createElement('tr');
  const name = document.createElement('th');
  name.scope = 'row';
  name.textContent = engine;
  const value = document.createElement('td');
  value.textContent = speed.toFixed(speed < 10 ? 1 : 0);
  line.append(name, value);
  return line;
}

function show({ engines, finish, browser, cores }: BrowserSpeed): void {
  part('tbody').replaceChildren(...engines.map(({ engine, speed }) => row(engine, speed)));
  part('table').hidden = false;
  part('#finish').textContent =
    `Accord's analysis of a minute of singing is there ${finish.median.toFixed(0)} ms after its last sample (longest ${finish.longest.toFixed(0)} ms); a push of 33 ms while recording takes ${finish.pushP95.toFixed(1)} ms (p95).`;
  part('#about').textContent = `${browser}, ${cores} cores.`;
}

function run(): Promise<BrowserSpeed> {
  button.disabled = true;
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return new Promise<BrowserSpeed>((settle, fail) => {
    worker.onerror = ({ message }) => fail(new Error(message || 'The worker failed.'));
    worker.onmessage = ({ data }: MessageEvent<SpeedMessage>) => {
      if ('say' in data) {
        status.textContent = data.say;
        return;
      }
      const engines = Object.entries(data.passes).map(([engine, passes]) => ({
        engine,
        speed: quantile(passes, 0.5),
        passes,
      }));
      settle({ engines, finish: data.finish, browser: navigator.userAgent, cores: navigator.hardwareConcurrency });
    };
    worker.postMessage(PASSES);
  }).finally(() => {
    worker.terminate();
    button.disabled = false;
  });
}

async function runAndShow(): Promise<BrowserSpeed> {
  try {
    const result = await run();
    show(result);
    status.textContent = 'Done.';
    return result;
  } catch (error) {
    status.textContent = `It failed: ${error instanceof Error ? error.message : String(error)}`;
    throw error;
  }
}

button.addEventListener('click', () => void runAndShow().catch(() => undefined));
window.runSpeed = runAndShow;
