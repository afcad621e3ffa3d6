import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Answer, Task } from './child.ts';
import { OURS, PEER_NAMES, PEERS, type PeerFacts, type PeerName } from './index.ts';

/** The package of the peers; `npm ci` at the root installs nothing there. */
const PEERS_FOLDER = resolve(import.meta.dirname, '../peers');

const installed = (name: PeerName): boolean =>
  existsSync(join(PEERS_FOLDER, 'node_modules', PEERS[name].package, 'package.json'));

/**
 * The peers to run: those named, or with null the small ones that are installed. `remarks` tells which are missing
 * and why.
 */
export function choosePeers(named: readonly PeerName[] | null): { peers: PeerName[]; remarks: string[] } {
  const wanted = named ?? PEER_NAMES.filter((name) => !('onRequest' in PEERS[name]));
  const peers = PEER_NAMES.filter((name) => wanted.includes(name) && installed(name));
  const missing = PEER_NAMES.filter((name) => wanted.includes(name) && !installed(name));
  const remarks =
    missing.length > 0
      ? [`Not installed: ${missing.join(', ')}. \`npm ci --prefix bench/peers\` brings the peers.`]
      : [];
  for (const name of PEER_NAMES) {
    const { onRequest }: PeerFacts = PEERS[name];
    if (named === null && onRequest !== undefined)
      remarks.push(`${name} (${onRequest}) runs when it is named: --peers ${name}, or --peers all.`);
  }
  return { peers, remarks };
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
  [OURS, ...peers].map((name) => new EngineProcess(name, program));
