/**
 * `npm test`: types, lint, and every suite, one after another (two cores hear better when they are
 * not shared), ending in one line `N passed, N failed` over all of them. `npm test -- unit e2e`
 * runs only the suites named.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './ensureBrowser.ts';
import { typecheck } from './typecheck.ts';

interface Count {
  passed: number;
  failed: number;
}

const REPORTS = 'test-results';
const SUITES = ['types', 'lint', 'unit', 'backend', 'fuzz', 'browser', 'e2e', 'faults'] as const;
type Suite = (typeof SUITES)[number];

/** Runs a command with its output shown. CI=true would make some tools colour or hang on prompts; none is asked anything here. */
function run(args: string[]): boolean {
  return spawnSync('npx', args, { stdio: ['ignore', 'inherit', 'inherit'], env: process.env }).status === 0;
}

function readReport<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null;
}

/** A suite that crashed or ran nothing is one failure more, so that it cannot pass in silence. */
function settle(ok: boolean, count: Count | null): Count {
  if (count === null || count.passed + count.failed === 0) return { passed: 0, failed: 1 };
  return !ok && count.failed === 0 ? { ...count, failed: 1 } : count;
}

function vitest(project: string): Count {
  const report = `${REPORTS}/${project}.json`;
  const ok = run([
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const result = readReport<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(report);
  return settle(
    ok,
    result && { passed: result.numPassedTests, failed: result.numFailedTests + result.numPendingTests },
  );
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

/** One run of Playwright, whose report stands in a file of this name. */
function playwright(name: string, report: string, args: string[]): Count {
  const ok = run(['playwright', 'test', ...args]);
  const stats = readReport<PlaywrightReport>(`${REPORTS}/${report}.json`)?.stats;
  rmSync(`${REPORTS}/${report}.json`, { force: true });
  if (stats !== undefined && stats.flaky > 0)
    console.log(`${stats.flaky} test(s) of ${name} passed only when run again; they are named above.`);
  return settle(
    ok,
    stats === undefined ? null : { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped },
  );
}

/** The end-to-end suite in two runs: one test at a time where sound is listened to, three at a time elsewhere (they wait more than they compute). */
function endToEnd(): Count {
  const runs = [
    playwright('sound', 'e2e', ['--project=sound', '--workers=1']),
    playwright('screens', 'e2e', ['--project=screens', '--workers=3']),
  ];
  return {
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
  };
}

const RUNNERS: Record<Suite, () => Count> = {
  types: typecheck,
  lint: () => {
    const ok = [
      ['oxlint', '--deny-warnings', '.'],
      ['oxfmt', '--check', '.'],
    ].map(run);
    return ok.every(Boolean) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  },
  unit: () => vitest('unit'),
  backend: () => vitest('backend'),
  fuzz: () => vitest('fuzz'),
  browser: () => vitest('browser'),
  e2e: endToEnd,
  faults: () => playwright('faults', 'faults', ['--config=tests/faults/playwright.config.ts']),
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(SUITES as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are ${SUITES.join(', ')}.`);
  process.exit(2);
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env['DO_NOT_TRACK'] = '1';

const total: Count = { passed: 0, failed: 0 };
try {
  console.log(`Browser for the tests: ${ensureBrowser()}`);
  for (const suite of SUITES.filter((name) => named.length === 0 || named.includes(name))) {
    console.log(`\n== ${suite}`);
    const started = performance.now();
    const { passed, failed } = RUNNERS[suite]();
    total.passed += passed;
    total.failed += failed;
    console.log(
      `== ${suite}: ${passed} passed, ${failed} failed in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed++;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
