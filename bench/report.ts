import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join, resolve } from 'node:path';

/** Common parts of the benches: the facts of the machine, tables, and the folder of results. */

const ROOT_FOLDER = resolve(import.meta.dirname, '..');
const RESULTS_FOLDER = join(ROOT_FOLDER, 'bench/results');

/** Prints a line for a person; where data goes to standard output, on standard error. */
export type Log = (line: string) => void;
export const createLog = (asJson: boolean): Log => (asJson ? console.error : console.log);

const versionIn = (folder: string): string | null => {
  const path = join(folder, 'package.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version : null;
};

/** Commit of this repository, with `+` when files differ from it; null outside a repository. */
function commit(): string | null {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: ROOT_FOLDER, stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim();
    return (
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', '--', 'workers', 'src', 'bench') === '' ? '' : '+')
    );
  } catch {
    return null;
  }
}

/** The facts of this machine. `packages`: names looked up beside the root's and the peers' own modules. */
export function machine(packages: readonly string[], more: Record<string, string> = {}) {
  const versions: Record<string, string> = {};
  for (const name of packages) {
    const version =
      versionIn(join(ROOT_FOLDER, 'bench/baselines/node_modules', name)) ??
      versionIn(join(ROOT_FOLDER, 'node_modules', name));
    if (version !== null) versions[name] = version;
  }
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    commit: commit(),
    versions: { ...versions, ...more },
  };
}

/** A Markdown table with the columns padded, so that it reads well as plain text too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length), 3));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
  return [
    line(head),
    `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

/** Writes files whole or not at all: each has a temporary name until all are written. */
export function writeAtomically(files: readonly (readonly [path: string, content: string | Uint8Array])[]): void {
  const parts = files.map(([path, content]) => [`${path}.${process.pid}.part`, path, content] as const);
  try {
    for (const [part, , content] of parts) writeFileSync(part, content);
    for (const [part, path] of parts) renameSync(part, path);
  } finally {
    for (const [part] of parts) rmSync(part, { force: true });
  }
}

/** A run that has ended. */
export interface Finished {
  /** The name of its files. */
  name: string;
  title: string;
  markdown: string;
  data: object;
  facts: ReturnType<typeof machine>;
  /** A run of a part of the kinds; it leaves the results of a whole run as they are. */
  isNarrowed: boolean;
}

/** Writes `<name>.json` and `.md` into the folder of the results, and returns a sentence with their place. */
export function writeResults(
  { name, title, markdown, data, facts, isNarrowed }: Finished,
  folder: string = RESULTS_FOLDER,
): string {
  mkdirSync(folder, { recursive: true });
  const { date, cpu, cores, memoryGigabytes, system, node, versions } = facts;
  const versionList = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const about = [
    `${date}, commit ${facts.commit ?? 'unknown'}.`,
    `${cpu}, ${cores} cores, ${memoryGigabytes} GB, ${system}, Node ${node}.`,
    ...(versionList.length > 0 ? [`${versionList.join(', ')}.`] : []),
  ];
  const stem = isNarrowed ? `${name}-part` : name;
  writeAtomically([
    [join(folder, `${stem}.json`), `${JSON.stringify({ machine: facts, ...data }, null, 2)}\n`],
    [join(folder, `${stem}.md`), `# ${title}${isNarrowed ? ', a part' : ''}\n\n${markdown}\n\n${about.join('\n')}\n`],
  ]);
  return isNarrowed
    ? `Also in bench/results/${stem}.md and .json; the results of a whole run stay as they are.`
    : `Also in bench/results/${stem}.md and .json.`;
}
