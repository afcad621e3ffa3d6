import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { wavFile } from '../src/features/instruments/audio/playback/wavFile.ts';
import { buildEngine } from '../workers/build/engine.ts';

/** The lines of docs/engine.md, run as a stranger would: plain Node, with the module that the build writes. */

const folder = mkdtempSync(join(tmpdir(), 'accord-engine-'));
const examples = [
  ...readFileSync(resolve(import.meta.dirname, '../docs/engine.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g),
].map(([, lines]) => lines!);

beforeAll(async () => {
  await buildEngine(join(folder, 'dist-engine'));
  examples.forEach((lines, number) => writeFileSync(join(folder, `${number}.mjs`), lines));
  const rate = 16_000;
  const tone = Float32Array.from({ length: rate }, (_, i) => 0.4 * Math.sin((2 * Math.PI * 440 * i) / rate));
  writeFileSync(join(folder, 'a4.wav'), wavFile([tone], rate));
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (number: number, ...args: string[]): Promise<string> =>
  (await promisify(execFile)('node', [join(folder, `${number}.mjs`), ...args], { cwd: folder })).stdout;

it('hears a file and names its fragrance', async () => {
  const [note, name] = (await run(0, 'a4.wav')).trim().split('\n');
  expect(note).toMatch(/^69 -?[\d.e-]+ 0\.?\d* (0\.9|1)\.?\d*$/);
  expect(name).toMatch(/\w/);
});

it('hears a sound that comes in', async () => {
  const [midi, notes] = (await run(1)).trim().split(' ').map(Number);
  expect(midi).toBeCloseTo(69, 1);
  expect(notes).toBe(1);
});
