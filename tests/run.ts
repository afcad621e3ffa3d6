/**
 * `npm test`: types, lint, build and tests, one suite after the other. `npm run test:all` adds the tests that carry `@slow`, one at
 * a time, and the suites that need other programs. `npm test -- unit e2e` runs only the suites named.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { installedBrowsers } from '#tests/engines/engines.ts';
import { ensureInstalled } from '#tests/hosted/postgres/binaries.ts';
import { ensureBrowser, installEngines } from '#tests/runner/ensureBrowser.ts';
import {
  playwrightOutcome,
  readReport,
  REPORT_FOLDER,
  SLOW_TAG,
  SUMMARY_FILE,
  vitestOutcome,
  type Outcome,
} from '#tests/runner/reports.ts';

const IN_VITEST = ['unit', 'backend', 'browser'];
const NEEDED_SUITES = ['types', 'lint', 'build', ...IN_VITEST, 'e2e'];
const SLOWER_SUITES = ['hosted', 'slow', 'realtime', 'engines', 'guards'];

const namedSuites = process.argv.slice(2).filter((word) => word !== '--all');
const unknown = namedSuites.filter((name) => ![...NEEDED_SUITES, ...SLOWER_SUITES].includes(name));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are ${[...NEEDED_SUITES, ...SLOWER_SUITES].join(', ')}.`);
  process.exit(2);
}
const requestedSuites =
  namedSuites.length > 0
    ? namedSuites
    : process.argv.includes('--all')
      ? [...NEEDED_SUITES, ...SLOWER_SUITES]
      : NEEDED_SUITES;

let runningChild: ChildProcess | null = null;
let isBrokenOff = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isBrokenOff = true;
    runningChild?.kill(signal);
  });

const totalOutcome: Outcome = { passed: 0, failed: [] };

/** Runs an installed program and adds its outcome. One that crashed counts as a failure. */
async function run(
  [program = '', ...args]: readonly string[],
  env: Record<string, string> = {},
  outcomeOf = (ok: boolean): Outcome | null => ({ passed: ok ? 1 : 0, failed: [] }),
): Promise<void> {
  if (isBrokenOff) return;
  const name = [program, ...args].join(' ');
  console.log(`\n== ${name}`);
  const child = spawn(`node_modules/.bin/${program}`, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  runningChild = child;
  const [code] = (await once(child, 'close')) as [number | null];
  const ok = code === 0;
  const { passed, failed } = outcomeOf(ok) ?? { passed: 0, failed: [] };
  totalOutcome.passed += passed;
  totalOutcome.failed.push(...(ok || failed.length > 0 ? failed : [`${name}: see what it printed`]));
}

const report = (name: string): string => `${REPORT_FOLDER}/${name}.json`;

function vitest(name: string, args: string[], mayLeaveOut: (title: string) => boolean, env = {}): Promise<void> {
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report(name)}`];
  return run(['vitest', 'run', ...args, ...reporters], env, () => vitestOutcome(report(name), mayLeaveOut));
}

function playwright(name: string, args: string[]): Promise<void> {
  const env = { REUSE_BUILD: '1', E2E_REPORT: report(name), E2E_FOLDER: `${REPORT_FOLDER}/${name}` };
  return run(['playwright', 'test', ...args], env, () => playwrightOutcome(report(name)));
}

const SUITES: Readonly<Record<string, () => Promise<void>>> = {
  types: () => run(['tsx', 'tests/typecheck.ts']),
  lint: async () => {
    for (const check of ['oxlint --deny-warnings .', 'oxfmt --check .', 'knip']) await run(check.split(' '));
  },
  build: () => run(['vite', 'build', '--logLevel', 'warn']),
  vitest: () => {
    const suites = requestedSuites.filter((name) => IN_VITEST.includes(name)).map((name) => `--project=${name}`);
    return vitest('vitest', [...suites, '-t', `^(?!.*${SLOW_TAG})`], (title) => title.includes(SLOW_TAG));
  },
  e2e: () => playwright('e2e', ['--grep-invert', SLOW_TAG]),
  slow: async () => {
    // Some of these tests start Deno.
    ensureInstalled();
    const grep = ['grep', '-lw', '--untracked', SLOW_TAG, '--', '*.test.ts', '*.test.tsx'];
    const files = execFileSync('git', grep, { encoding: 'utf8' }).trim().split('\n');
    const args = [...IN_VITEST.map((name) => `--project=${name}`), ...files, '-t', SLOW_TAG];
    await vitest('slow', args, (title) => !title.includes(SLOW_TAG), { ACCORD_WORKERS: '1' });
    await playwright('slow-e2e', ['--grep', SLOW_TAG, '--workers', '1']);
  },
  realtime: () => vitest('realtime', ['--project=realtime'], () => false),
  engines: async () => {
    await installEngines();
    // An engine that cannot be installed is named in a line, and is not counted.
    if (installedBrowsers().length > 0) await playwright('engines', ['--config=tests/engines/playwright.config.ts']);
  },
  hosted: () =>
    run(['tsx', 'tests/hosted/run.ts'], { HOSTED_REPORT: report('hosted') }, () => readReport(report('hosted'))),
  guards: async () => {
    for (const bench of ['accuracy', 'steady']) await run(['tsx', 'bench/run.ts', bench, '--guard']);
  },
};

rmSync(REPORT_FOLDER, { recursive: true, force: true });
mkdirSync(REPORT_FOLDER, { recursive: true });
process.env['DO_NOT_TRACK'] = '1';
try {
  console.log(`Browser for the tests: ${ensureBrowser()}`);
  for (const suite of new Set(requestedSuites.map((name) => (name in SUITES ? name : 'vitest'))))
    await SUITES[suite]!();
} catch (error) {
  console.error(error);
  totalOutcome.failed.push('the runner: see what it printed');
}
writeFileSync(SUMMARY_FILE, JSON.stringify(totalOutcome.failed));
console.log(`\nIt took ${process.uptime().toFixed(0)} s.`);
if (totalOutcome.failed.length > 0) console.log(['Failed:', ...totalOutcome.failed].join('\n  '));
console.log(`${totalOutcome.passed} passed, ${totalOutcome.failed.length} failed`);
process.exitCode = totalOutcome.failed.length === 0 ? 0 : 1;
