import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { kernels } from '#analysis/build/kernelPlugin.ts';
import type { Answer, Task } from './child.ts';
import { ACCORD_ENGINE, PEER_NAMES, PEER_PACKAGES, type PeerName } from './index.ts';

/** The package of the peers; `npm ci` at the root installs nothing there. */
const PEERS_FOLDER = resolve(import.meta.dirname, '../baselines');

/**
 * The peers to run: those named that are installed, or with null pitchy, which is small. `remarks` names those that are
 * missing and, with null, basic-pitch.
 */
export function choosePeers(named: readonly PeerName[] | null): { peers: PeerName[]; remarks: string[] } {
  const wanted: readonly PeerName[] = named ?? ['pitchy'];
  const isThere = (name: PeerName): boolean =>
    existsSync(join(PEERS_FOLDER, 'node_modules', PEER_PACKAGES[name], 'package.json'));
  const missing = wanted.filter((name) => !isThere(name));
  const remarks = named === null ? ['basic-pitch, a neural network with TensorFlow, runs with --peers all.'] : [];
  if (missing.length > 0)
    remarks.push(`Not installed: ${missing.join(', ')}. \`npm ci --prefix bench/baselines\` brings the peers.`);
  return { peers: PEER_NAMES.filter((name) => wanted.includes(name) && isThere(name)), remarks };
}

/** An engine in a separate process. */
export class EngineProcess {
  readonly name: string;
  readonly #child: ChildProcess;
  #ready: Promise<Answer>;

  constructor(name: string, program: string, flags: readonly string[] = []) {
    this.name = name;
    this.#child = fork(program, [name, PEERS_FOLDER], {
      execArgv: [...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#ready = this.#answer();
  }

  #answer(): Promise<Answer> {
    return new Promise((settle, fail) => {
      let errors = '';
      const collect = (chunk: Buffer): void => void (errors += chunk.toString());
      this.#child.stderr!.on('data', collect);
      const end = (code: number | null): void =>
        fail(new Error(`The process of ${this.name} ended (${code ?? 'killed'}). ${errors.trim().slice(-600)}`));
      this.#child.once('exit', end);
      this.#child.once('message', (answer: Answer) => {
        this.#child.off('exit', end);
        this.#child.stderr!.off('data', collect);
        if (answer.done === 'failed') fail(new Error(`${this.name}: ${answer.message}`));
        else settle(answer);
      });
    });
  }

  /** Performs one task at a time; rejects if the process dies or the engine throws. */
  async run<T extends Task['task']>(order: Extract<Task, { task: T }>): Promise<Extract<Answer, { done: T }>> {
    await this.#ready;
    const answer = this.#answer();
    this.#child.send(order);
    return (await answer) as Extract<Answer, { done: T }>;
  }

  end(): void {
    this.#child.kill();
  }
}

/** Ours first, then the peers. */
export const startAll = (program: string, peers: readonly PeerName[]): EngineProcess[] =>
  [ACCORD_ENGINE, ...peers].map((name) => new EngineProcess(name, program));

/**
 * Bundles the process of the engines to plain JavaScript, so that no compiler is measured along with them.
 * @returns the path of the program, and a function that deletes it
 */
export async function bundleChild(): Promise<{ path: string; remove(): void }> {
  const outDir = mkdtempSync(join(tmpdir(), 'accord-bench-'));
  await build({
    configFile: false,
    root: resolve(import.meta.dirname, '../..'),
    logLevel: 'error',
    plugins: [kernels()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rollupOptions: {
        input: resolve(import.meta.dirname, 'child.ts'),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  return { path: join(outDir, 'child.mjs'), remove: () => rmSync(outDir, { recursive: true, force: true }) };
}
