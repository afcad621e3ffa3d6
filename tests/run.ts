/**
 * `npm test`: types, lint, build and tests, one suite after the other. `npm run test:all` adds the tests that carry `@slow`, one at
 * a time, and the suites that need other programs. `npm test -- unit e2e` runs only the suites named.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { presentEngines } from './engines/engines.ts';
import { ensureBrowser, installEngines } from './runner/ensureBrowser.ts';
import {
  playwrightOutcome,
  readReport,
  REPORTS,
  SLOW,
  SUMMARY,
  vitestOutcome,
  type Outcome,
} from './runner/reports.ts';

const NEEDED = ['types', 'lint', 'build', 'unit', 'backend', 'browser', 'e2e'];
/** `hosted` is the first: it installs Deno, too, which some tests with `@slow` start. */
const SLOWER = ['hosted', 'slow', 'realtime', 'engines', 'ear'];
const PROJECTS: Readonly<Record<string, readonly string[]>> = {
  unit: ['unit'],
  backend: ['backend', 'fuzz'],
  browser: ['browser'],
};
/** Hostile inputs of a whole run; `npm test` sends 20 or 30. */
const LONG_FUZZ = '1500';

const isWhole = process.argv.includes('--all');
const named = process.argv.slice(2).filter((word) => word !== '--all');
const unknown = named.filter((name) => ![...NEEDED, ...SLOWER].includes(name));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are ${[...NEEDED, ...SLOWER].join(', ')}.`);
  process.exit(2);
}
const asked = named.length > 0 ? named : isWhole ? [...NEEDED, ...SLOWER] : NEEDED;

let running: ChildProcess | null = null;
let brokenOff: NodeJS.Signals | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    brokenOff = signal;
    running?.kill(signal);
  });

/** Runs an installed program. @returns true when it succeeded */
function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  if (brokenOff !== null) return Promise.resolve(false);
  console.log(`\n== ${program} ${args.join(' ')}`);
  running = spawn(`node_modules/.bin/${program}`, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((resolve) => {
    running!.on('error', (error) => (console.error(error.message), resolve(false)));
    running!.on('close', (code) => resolve(code === 0));
  });
}

const total: Outcome = { passed: 0, failed: [] };
/** Adds an outcome. A program that crashed or ran nothing counts as one failure. */
function add(
  name: string,
  ok: boolean,
  outcome: Outcome | null = { passed: ok ? 1 : 0, failed: ok ? [] : [name] },
): void {
  total.passed += outcome?.passed ?? 0;
  total.failed.push(...(outcome?.failed ?? []));
  const hasNothing = outcome === null || outcome.passed + outcome.failed.length === 0;
  if (hasNothing || (!ok && outcome.failed.length === 0)) total.failed.push(`${name}: see what it printed`);
}

async function vitest(name: string, args: string[], mayLeaveOut: (title: string) => boolean, workers?: string) {
  const file = `${REPORTS}/${name}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const env = { ...(workers && { ACCORD_WORKERS: workers }), ...(isWhole && { FUZZ_RUNS: LONG_FUZZ }) };
  add(name, await run('vitest', ['run', ...args, ...reporters], env), vitestOutcome(file, mayLeaveOut));
}

async function playwright(name: string, args: string[]): Promise<void> {
  const file = `${REPORTS}/${name}.json`;
  const env = { REUSE_BUILD: '1', E2E_REPORT: file, E2E_FOLDER: `${REPORTS}/${name}` };
  add(name, await run('playwright', ['test', ...args], env), playwrightOutcome(file));
}

/** The files of Vitest with a test that carries `@slow`. */
const slowFiles = (): string[] =>
  execFileSync('git', ['grep', '-lw', '--untracked', SLOW, '--', '*.test.ts', '*.test.tsx'], { encoding: 'utf8' })
    .trim()
    .split('\n');

const SUITES: Readonly<Record<string, () => Promise<void>>> = {
  types: async () => add('types', await run('tsx', ['tests/typecheck.ts'])),
  lint: async () => {
    for (const [program, ...args] of [['oxlint', '--deny-warnings', '.'], ['oxfmt', '--check', '.'], ['knip']])
      add(program!, await run(program!, args));
  },
  build: async () => add('build', await run('vite', ['build', '--logLevel', 'warn'])),
  vitest: async () => {
    const projects = asked.flatMap((suite) => PROJECTS[suite] ?? []).flatMap((project) => ['--project', project]);
    await vitest('vitest', [...projects, '-t', `^(?!.*${SLOW})`], (title) => title.includes(SLOW));
  },
  e2e: () => playwright('e2e', ['--grep-invert', SLOW]),
  slow: async () => {
    const projects = ['unit', 'backend', 'browser'].flatMap((project) => ['--project', project]);
    await vitest('slow', [...projects, ...slowFiles(), '-t', SLOW], (title) => !title.includes(SLOW), '1');
    await playwright('slow-e2e', ['--grep', SLOW, '--workers', '1']);
  },
  realtime: () => vitest('realtime', ['--project', 'realtime'], () => false),
  engines: async () => {
    await installEngines();
    // An engine that cannot be installed is named in a line, and is not counted.
    if (presentEngines().length > 0) await playwright('engines', ['--config=tests/engines/playwright.config.ts']);
  },
  hosted: async () => {
    const file = `${REPORTS}/hosted.json`;
    const ok = await run('tsx', ['tests/hosted/run.ts'], { HOSTED_REPORT: file });
    // Where Postgres cannot run, it prints why and reports 0 passed, 0 failed.
    const outcome = readReport<Outcome>(file);
    if (!ok || (outcome?.passed ?? 0) > 0) add('hosted', ok, outcome);
  },
  ear: async () => {
    for (const bench of ['accuracy', 'steady']) add(bench, await run('tsx', ['bench/run.ts', bench, '--guard']));
  },
};

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env['DO_NOT_TRACK'] = '1';
const began = performance.now();
try {
  console.log(`Browser for the tests: ${ensureBrowser()}`);
  for (const suite of new Set(asked.map((name) => (name in PROJECTS ? 'vitest' : name)))) await SUITES[suite]!();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed.push('the runner: see what it printed');
}
writeFileSync(SUMMARY, JSON.stringify(total.failed));
console.log(`\nIt took ${((performance.now() - began) / 1000).toFixed(0)} s.`);
if (total.failed.length > 0) console.log(`Failed:\n${total.failed.map((name) => `  ${name}\n`).join('')}`);
console.log(`${total.passed} passed, ${total.failed.length} failed`);
process.exitCode = total.failed.length === 0 ? 0 : 1;
if (brokenOff !== null) process.kill(process.pid, brokenOff);
