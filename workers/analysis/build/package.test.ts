import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseSync } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wavFile } from '../../../src/features/instruments/audio/playback/wavFile.ts';
import { installPackage, type Installed } from '../../../tests/analysisPackage.ts';
import { melody } from '../../../tests/fixtures/melody.ts';
import { hashBytes } from '../analyze.ts';

/** The package as a developer installs it: the packed file alone, in an empty folder, with plain Node. */

const run = promisify(execFile);
const SAMPLE_RATE = 48_000;

let installedPackage: Installed;
beforeAll(async () => {
  installedPackage = await installPackage();
});
afterAll(() => installedPackage.remove());

const readme = (): string => readFileSync(join(installedPackage.package, 'README.md'), 'utf8');

/** Output of the lines of an example of the README. */
async function printedBy(example: number): Promise<string> {
  const [, lines] = [...readme().matchAll(/```js\n([\s\S]*?)```/g)][example]!;
  writeFileSync(join(installedPackage.folder, 'example.js'), lines!);
  return (await run(process.execPath, ['example.js'], { cwd: installedPackage.folder })).stdout.trim();
}

const manifest = (): { version: string; license: string; dependencies?: object; exports: object } =>
  JSON.parse(readFileSync(join(installedPackage.package, 'package.json'), 'utf8'));

describe('the packed engine @slow', () => {
  it('finds the notes of a file by the first lines of its README', async () => {
    writeFileSync(join(installedPackage.folder, 'song.wav'), wavFile([melody(SAMPLE_RATE)], SAMPLE_RATE));
    const notes = (await printedBy(0)).split('\n');
    expect(notes.map((note) => note.split(' ')[0])).toEqual(['C4', 'E4', 'G4', 'A4', 'D4', 'G4', 'E4']);
    for (const note of notes) expect(note).toMatch(/^\S+ -?[\d.e-]+ [\d.e-]+ [\d.]+$/);
  });

  it('transcribes a stream of sound by the third lines of its README', async () => {
    const [midi, notes] = (await printedBy(2)).split(' ').map(Number);
    expect(midi).toBeCloseTo(69, 1);
    expect(notes).toBe(1);
  });

  it('publishes the newest figures of its accuracy', () => {
    const measured = readFileSync(resolve(import.meta.dirname, '../../../docs/measurements.md'), 'utf8').split('\n');
    const rows = readme()
      .split('\n')
      .filter((line) => /^\| \w.*\d \|$/.test(line));
    expect(rows.length).toBeGreaterThan(4);
    expect(rows.filter((row) => !measured.includes(row))).toEqual([]);
  });

  it('documents every field of its result', () => {
    const named = [...readme().matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field);
    expect(named).toEqual(Object.keys(hashBytes(new Uint8Array(1))));
  });

  it('has scripts without imports, a licence, a version, and needs no other package', () => {
    const { version, license, dependencies } = manifest();
    expect({ version, license, dependencies }).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      license: 'MIT',
      dependencies: undefined,
    });
    expect(existsSync(join(installedPackage.package, 'LICENSE'))).toBe(true);
    const scripts = readdirSync(join(installedPackage.package, 'dist')).filter((name) => name.endsWith('.js'));
    expect(scripts.toSorted()).toEqual(['capture.js', 'index.js', 'worker.js', 'worklet.js']);
    for (const name of scripts) {
      const { module } = parseSync(name, readFileSync(join(installedPackage.package, 'dist', name), 'utf8'));
      expect([name, module.staticImports.length, module.dynamicImports.length]).toEqual([name, 0, 0]);
    }
    expect(readFileSync(join(installedPackage.package, 'dist/LICENSES.txt'), 'utf8')).toMatch(
      /^comlink\n[\s\S]*\nmeyda\n/,
    );
  });

  it('has types that pass a strict compiler, with module resolution of a bundler and of Node', async () => {
    writeFileSync(
      join(installedPackage.folder, 'typed.ts'),
      `import { analyze, readPcm, type Analysis, type NoteCode } from '@accord/analysis';
import { analyzeFile, listen, type AnalysisResult, type Listening } from '@accord/analysis/capture';
import type { AnalysisWorkerApi } from '@accord/analysis/worker';
export const heard: Analysis = analyze(readPcm(new Uint8Array(0)).channels[0]!, 48_000);
export const essence: NoteCode[] = heard.essence;
export const start = (node: AudioNode, worker: Worker): Promise<Listening> =>
  listen(node, { worker, worklet: '/worklet.js', onUpdate: ({ pitch }) => pitch?.midi.toFixed() });
export const file = (worker: Worker, sound: AudioBuffer): Promise<AnalysisResult> =>
  analyzeFile(worker, [sound.getChannelData(0)], sound.sampleRate, { onProgress: (done) => done.toFixed() });
export const ping = (api: AnalysisWorkerApi): Promise<'ready'> => api.ping();
// @ts-expect-error: a rate is a number
analyze(new Float32Array(1), '48000');
`,
    );
    const compiler = resolve(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,dom', '--types', ''];
    const complaintsOf = (...kind: string[]): Promise<string> =>
      run(process.execPath, [compiler, ...options, ...kind, 'typed.ts'], { cwd: installedPackage.folder }).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    expect(await complaintsOf('--module', 'esnext', '--moduleResolution', 'bundler')).toBe('');
    expect(await complaintsOf('--module', 'nodenext')).toBe('');
    // The script of the worker exports nothing.
    const worker = readFileSync(join(installedPackage.package, 'dist/types/workers/analysis/protocol.d.ts'), 'utf8');
    expect(worker).not.toMatch(/^export (declare|default|const|function|class)\b/m);
  });
});
