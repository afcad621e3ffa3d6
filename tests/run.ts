/**
 * `npm test`: types, lint, and the suites that prove the product on this machine; `npm run test:all` the whole matrix. Each ends in one line
 * `N passed, N failed` over all suites. `npm test -- unit e2e` runs only the suites named.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { presentEngines } from './engines/engines.ts';
import { brokenOffBy, endWithSignals, runCommand, type Print } from './runner/command.ts';
import { ensureBrowser, installEngines } from './runner/ensureBrowser.ts';
import {
  playwrightOutcome,
  readReport,
  REPORTS,
  SUMMARY,
  vitestOutcome,
  type Outcome,
  type Summary,
} from './runner/reports.ts';
import { suitesOf, type Suite } from './runner/suites.ts';
import { typecheck } from './typecheck.ts';

/** With it, every suite runs, and each of them whole: all cells of the fault table, long fuzz. */
const ALL = '--all';
const isWhole = process.argv.includes(ALL);

/** The suites that are to run. */
function askedFor(): readonly Suite[] {
  try {
    return suitesOf(
      process.argv.slice(2).filter((name) => name !== ALL),
      isWhole,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(2);
  }
}
const asked = askedFor();
const isAsked = (suite: Suite): boolean => asked.includes(suite);

/** A suite that crashed or ran nothing is one failure more, so that it cannot pass in silence. */
function settle(ok: boolean, outcome: Outcome | null): Outcome {
  if (outcome === null || outcome.passed + outcome.failed === 0) return { passed: 0, failed: 1 };
  return !ok && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

/** How many hostile inputs the suite `fuzz` throws when all is run; `npm test` throws 20 or 30. */
const LONG_FUZZ = '1500';

/** One run of Vitest over several of its projects, which share the cores. */
async function vitest(print: Print, ...projects: Suite[]): Promise<Outcome> {
  const chosen = projects.filter(isAsked);
  const report = `${REPORTS}/${chosen.join('-')}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const options = chosen.flatMap((project) => ['--project', project]);
  const ok = await runCommand(print, ['vitest', 'run', ...options, ...reporters], {
    env: isWhole ? { FUZZ_RUNS: process.env['FUZZ_RUNS'] ?? LONG_FUZZ } : {},
  });
  return settle(ok, vitestOutcome(report));
}

/** One run of Playwright on the build of this run, with a separate server, folder and report. */
async function playwright(print: Print, report: string, port: number, args: string[]): Promise<Outcome> {
  const file = `${REPORTS}/${report}.json`;
  rmSync(file, { force: true });
  const ok = await runCommand(print, ['playwright', 'test', ...args], {
    env: {
      REUSE_BUILD: '1',
      E2E_REPORT: file,
      E2E_FOLDER: `${REPORTS}/${report}`,
      E2E_PORT: String(port),
    },
  });
  return settle(ok, playwrightOutcome(file));
}

/** Projects of playwright.config.ts, which says how many tests of each go beside each other. */
const inBrowser = (print: Print, report: string, port: number, ...projects: string[]): Promise<Outcome> =>
  playwright(
    print,
    report,
    port,
    projects.map((one) => `--project=${one}`),
  );

async function lint(print: Print): Promise<Outcome> {
  const checks = [
    await runCommand(print, ['oxlint', '--deny-warnings', '.']),
    await runCommand(print, ['oxfmt', '--check', '.']),
    await runCommand(print, ['knip']),
  ];
  return checks.every(Boolean) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The app that the suites in a browser open, built once for all of them. */
async function build(print: Print): Promise<Outcome> {
  return { passed: 0, failed: (await runCommand(print, ['vite', 'build', '--logLevel', 'warn'])) ? 0 : 1 };
}

/** The policies on real Postgres; where there is none (it says so), nothing has passed and nothing failed. */
async function hosted(print: Print): Promise<Outcome> {
  const report = `${REPORTS}/hosted.json`;
  const ok = await runCommand(print, ['tsx', 'tests/hosted/run.ts'], { env: { HOSTED_REPORT: report } });
  return readReport<Outcome>(report) ?? settle(ok, null);
}

/** The main flow in the installed engines; the search for them has reported the missing ones, which do not count. */
async function engines(print: Print): Promise<Outcome> {
  if (presentEngines().length === 0) return { passed: 0, failed: 0 };
  return playwright(print, 'engines', 5196, ['--config=tests/engines/playwright.config.ts']);
}

/** The fault table: the cells that differ in kind, or all. */
const faults = (print: Print): Promise<Outcome> =>
  playwright(print, 'faults', 5197, [
    '--config=tests/faults/playwright.config.ts',
    ...(isWhole ? [] : ['--grep', '@kind']),
  ]);

/** What the engine hears, and whether from other starts and levels too, against the accepted figures. */
async function ear(print: Print): Promise<Outcome> {
  const outcome = { passed: 0, failed: 0 };
  for (const bench of ['accuracy', 'steady'])
    outcome[(await runCommand(print, ['tsx', 'bench/run.ts', bench, '--guard'])) ? 'passed' : 'failed']++;
  return outcome;
}

interface Task {
  name: string;
  /** The suites that it is part of: it runs when one of them is asked for. */
  suites: readonly Suite[];
  run: (print: Print) => Promise<Outcome>;
}
const task = (suite: Suite, run: Task['run'], name: string = suite): Task => ({ name, suites: [suite], run });

/** Tasks one after the other. Lanes of a stage go beside each other; stages one after the other. */
type Lane = readonly Task[];

const STAGES: readonly (readonly Lane[])[] = [
  [
    [task('types', typecheck), task('lint', lint)],
    [{ name: 'build', suites: ['e2e', 'faults', 'matrix', 'engines'], run: build }],
  ],
  // What waits for sound, servers and limits takes half of the cores; what computes takes the rest.
  [
    [
      task('e2e', (print) => inBrowser(print, 'e2e', 5198, 'animation', 'flows')),
      task('faults', faults),
      task('matrix', (print) => inBrowser(print, 'matrix', 5200, 'matrix')),
    ],
    [
      {
        name: 'unit, backend, fuzz',
        suites: ['unit', 'backend', 'fuzz'],
        run: (print) => vitest(print, 'unit', 'backend', 'fuzz'),
      },
    ],
    [task('browser', (print) => vitest(print, 'browser')), task('hosted', hosted), task('ear', ear)],
  ],
  // What measures real time, a microphone or a loudspeaker runs alone.
  [
    [
      task('realtime', (print) => vitest(print, 'realtime')),
      task('e2e', (print) => inBrowser(print, 'listening', 5199, 'listening'), 'e2e, listening'),
      task('matrix', (print) => inBrowser(print, 'matrix-listening', 5201, 'matrix-listening'), 'matrix, listening'),
      task('engines', engines),
    ],
  ],
];

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env['DO_NOT_TRACK'] = '1';
endWithSignals();

const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const times: string[] = [];
const began = performance.now();
const secondsSince = (start: number): string => ((performance.now() - start) / 1000).toFixed(1);

/** Runs one task; what it prints comes as it prints it, or all at its end. */
async function runTask({ name, run: work }: Task, live: boolean): Promise<void> {
  const started = performance.now();
  const held: string[] = [];
  const print: Print = live ? (text) => void process.stdout.write(text) : (text) => void held.push(text);
  print(`\n== ${name}\n`);
  const { passed, failed, names = [] } = await work(print);
  total.passed += passed;
  total.failed += failed;
  // What failed without a test's name is known by that of its task: a build, a suite that crashed.
  const known = failed > 0 && names.length === 0 ? ['see what it printed'] : names;
  failures.push(...known.map((test) => `${name}: ${test}`));
  times.push(`${name}: ${passed} passed, ${failed} failed in ${secondsSince(started)} s`);
  print(`== ${times.at(-1)}\n`);
  process.stdout.write(held.join(''));
}

/** Runs of a lane what is asked for. */
async function runLane(lane: Lane, live: boolean): Promise<void> {
  for (const one of lane) if (brokenOffBy() === null && one.suites.some(isAsked)) await runTask(one, live);
}

try {
  console.log(`Browser for the tests: ${ensureBrowser()}`);
  // Before anything is measured: it takes both cores and the disk of a small machine.
  if (isAsked('engines')) await installEngines();
  for (const stage of STAGES) await Promise.all(stage.map((lane, number) => runLane(lane, number === 0)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed++;
  failures.push('the runner itself: see what it printed');
}
// At the end, as what a suite printed is far above by now.
console.log(`\n${times.join('\n')}\nAll of it took ${secondsSince(began)} s.`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((one) => `  ${one}\n`).join('')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
// The first line of a failure is the name of its test.
writeFileSync(SUMMARY, JSON.stringify({ failed: failures.map((one) => one.split('\n')[0]!) } satisfies Summary));
process.exitCode = total.failed === 0 ? 0 : 1;
const signal = brokenOffBy();
if (signal !== null) process.kill(process.pid, signal);
