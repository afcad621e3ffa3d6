/**
 * `npm test`: types, lint, and every suite, ending in one line `N passed, N failed` over all of them.
 * `npm test -- unit e2e` runs only the suites named.
 *
 * Those that listen to sound go beside those that only compute: they wait for seconds of sound and compute little
 * themselves.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { presentEngines } from './browsers/engines.ts';
import { ensureBrowser, installEngines } from './ensureBrowser.ts';
import { playwrightOutcome, readReport, vitestOutcome, type Outcome } from './reports.ts';
import { typecheck } from './typecheck.ts';

const REPORTS = 'test-results';
const SUITES = [
  'types',
  'lint',
  'unit',
  'backend',
  'fuzz',
  'browser',
  'e2e',
  'faults',
  'everywhere',
  'hosted',
  'browsers',
] as const;
type Suite = (typeof SUITES)[number];

/** Takes what a task prints. */
type Print = (text: string) => void;

/** Each command leads a group of its own, and is ended with it: between npx and what it runs stands a shell that passes nothing on. */
const GROUPS = process.platform !== 'win32';
/** What runs at the moment. A run that is broken off takes it along: whatever it started is ended by those who started it. */
const children = new Set<ChildProcess>();
let brokenOff: NodeJS.Signals | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    brokenOff = signal;
    for (const { pid } of children) if (pid !== undefined) process.kill(GROUPS ? -pid : pid, signal);
  });

/**
 * Lets a command compute with what others leave: where its session is a group of its own for the scheduler (autogroup, sched(7)),
 * its priority counts within that alone.
 */
function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
    writeFileSync(`/proc/${pid}/autogroup`, '19');
  } catch {
    // No such groups here.
  }
}

/** Runs a command. CI=true would make some tools colour or hang on prompts; none is asked anything here. */
async function run(
  print: Print,
  args: string[],
  { env = {}, yields = false }: { env?: Record<string, string>; yields?: boolean } = {},
): Promise<boolean> {
  const child = spawn('npx', args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: GROUPS,
    env: { ...process.env, ...env },
  });
  children.add(child);
  if (yields && child.pid !== undefined) yieldToOthers(child.pid);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      print(`${error.message}\n`);
      resolve(false);
    });
    child.on('close', (code) => {
      children.delete(child);
      resolve(code === 0);
    });
  });
}

/** A suite that crashed or ran nothing is one failure more, so that it cannot pass in silence. */
function settle(ok: boolean, outcome: Outcome | null): Outcome {
  if (outcome === null || outcome.passed + outcome.failed === 0) return { passed: 0, failed: 1 };
  return !ok && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

/** One run of Vitest over several of its projects, which share the cores. */
async function vitest(print: Print, ...projects: Suite[]): Promise<Outcome> {
  const asked = projects.filter((project) => named.length === 0 || named.includes(project));
  const report = `${REPORTS}/${asked.join('-')}.json`;
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const chosen = asked.flatMap((project) => ['--project', project]);
  const ok = await run(print, ['vitest', 'run', ...chosen, ...reporters], { yields: !asked.includes('browser') });
  return settle(ok, vitestOutcome(report));
}

/** One run of Playwright on the build of this run, with a server, a folder and a report of its own. */
async function playwright(print: Print, report: string, port: number, args: string[]): Promise<Outcome> {
  const file = `${REPORTS}/${report}.json`;
  rmSync(file, { force: true });
  const ok = await run(print, ['playwright', 'test', ...args], {
    env: {
      REUSE_BUILD: '1',
      E2E_REPORT: file,
      E2E_FOLDER: `${REPORTS}/${report}`,
      E2E_PORT: String(port),
    },
  });
  return settle(ok, playwrightOutcome(file));
}

/** Names of tests, a line each. */
const listed = (names: readonly string[]): string => names.map((name) => `  ${name}\n`).join('');

interface Task {
  name: string;
  /** The suites that it is part of: it runs when one of them is asked for. */
  suites: readonly Suite[];
  run: (print: Print) => Promise<Outcome>;
}

const task = (suite: Suite, work: Task['run'], name: string = suite): Task => ({ name, suites: [suite], run: work });
const named = process.argv.slice(2);
/** Whether a suite is to run. */
const isAsked = (suite: Suite): boolean => named.length === 0 || named.includes(suite);

async function lint(print: Print): Promise<Outcome> {
  const checks = [await run(print, ['oxlint', '--deny-warnings', '.']), await run(print, ['oxfmt', '--check', '.'])];
  return checks.every(Boolean) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The app that the end-to-end suites open, built once for all of them. */
async function build(print: Print): Promise<Outcome> {
  return { passed: 0, failed: (await run(print, ['vite', 'build', '--logLevel', 'warn'])) ? 0 : 1 };
}

/** The policies on real Postgres; where there is none (it says so), nothing has passed and nothing failed. */
async function hosted(print: Print): Promise<Outcome> {
  const report = `${REPORTS}/hosted.json`;
  const ok = await run(print, ['tsx', 'tests/hosted/run.ts'], { env: { HOSTED_REPORT: report } });
  return readReport<Outcome>(report) ?? settle(ok, null);
}

/** One after the other; those in a list go beside each other. */
type Lane = (Task | Task[])[];
/** Lanes beside each other. */
type Stage = Lane[];

/** How long types, lint and build take on a machine that has room for all tests at a time, s: eleven to thirteen. */
const QUICK_SECONDS = 15;
/** On one that is slow today, or that others use, tests wait so many times as long (patience.ts), and go two at a time at the most. */
const SLOW_PATIENCE = '3';
const isSlow = (): boolean => process.env['TEST_PATIENCE'] !== undefined;

/** Projects of playwright.config.ts, on a port of their own. */
const inBrowser = (print: Print, port: number, workers: number, ...projects: string[]): Promise<Outcome> => {
  const chosen = projects.map((one) => `--project=${one}`);
  return playwright(print, projects[0]!, port, [...chosen, `--workers=${isSlow() ? Math.min(2, workers) : workers}`]);
};

/** A part of the end-to-end suite. */
const e2e = (name: string, port: number, workers: number, ...projects: string[]): Task =>
  task('e2e', (print) => inBrowser(print, port, workers, ...projects), `e2e, ${name}`);

/** The main flow in the engines that are here; what is missing was told when they were looked for, and is not counted. */
async function browsers(print: Print): Promise<Outcome> {
  if (presentEngines().length === 0) return { passed: 0, failed: 0 };
  return playwright(print, 'browsers', 5196, ['--config=tests/browsers/playwright.config.ts']);
}

/** What only computes, with what others leave. */
const computing: Task = {
  name: 'unit, backend, fuzz',
  suites: ['unit', 'backend', 'fuzz'],
  run: (print) => vitest(print, 'unit', 'backend', 'fuzz'),
};

/**
 * Stages go one after the other. In the second one a lane listens: it waits for seconds of sound and takes half of one core,
 * beside what computes. At the end of the other one two wait for servers, each of which alone would leave a core idle.
 */
const STAGES: Stage[] = [
  [
    [task('types', typecheck), task('lint', lint)],
    [{ name: 'build', suites: ['e2e', 'faults', 'everywhere', 'browsers'], run: build }],
  ],
  [
    [
      e2e('screens', 5198, 3, 'screens', 'moving'),
      [
        task('faults', (print) => playwright(print, 'faults', 5197, ['--config=tests/faults/playwright.config.ts'])),
        e2e('members and community', 5200, 3, 'members', 'community'),
      ],
      [task('hosted', hosted), task('everywhere', (print) => inBrowser(print, 5201, 2, 'everywhere'))],
      ...(isAsked('browsers') ? [] : [computing]),
    ],
    [e2e('where sound is listened to', 5199, 1, 'sound'), task('browser', (print) => vitest(print, 'browser'))],
  ],
  [
    // Three engines play in real time, one after the other, and wait for sound half of the time; what computes takes the rest.
    [task('browsers', browsers)],
    isAsked('browsers') ? [computing] : [],
  ],
];

const unknown = named.filter((name) => !(SUITES as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(', ')}. There are ${SUITES.join(', ')}.`);
  process.exit(2);
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env['DO_NOT_TRACK'] = '1';

const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const repeats: string[] = [];

/** Runs one task; what it prints comes as it prints it, or all at its end. */
async function runTask({ name, run: work }: Task, live: boolean): Promise<void> {
  const started = performance.now();
  const held: string[] = [];
  const print: Print = live ? (text) => void process.stdout.write(text) : (text) => void held.push(text);
  print(`\n== ${name}\n`);
  const { passed, failed, names = [], again = [] } = await work(print);
  total.passed += passed;
  total.failed += failed;
  // What failed without a test's name is known by that of its task: a build, a suite that crashed.
  const known = failed > 0 && names.length === 0 ? ['see what it printed'] : names;
  failures.push(...known.map((test) => `${name}: ${test}`));
  repeats.push(...again.map((test) => `${name}: ${test}`));
  print(`== ${name}: ${passed} passed, ${failed} failed in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  process.stdout.write(held.join(''));
}

/** Runs of a lane what is asked for; only the first of those beside each other prints while it runs. */
async function runLane(lane: Lane, live: boolean): Promise<void> {
  for (const step of lane) {
    if (brokenOff !== null) return;
    const asked = [step].flat().filter(({ suites }) => suites.some(isAsked));
    await Promise.all(asked.map((one, place) => runTask(one, live && place === 0)));
  }
}

try {
  console.log(`Browser for the tests: ${ensureBrowser()}`);
  // Beside the first stage, whose tests wait for nothing, and no longer than that: the others would miss their moments.
  const engines = isAsked('browsers') ? installEngines() : Promise.resolve();
  for (const [place, stage] of STAGES.entries()) {
    const started = performance.now();
    await Promise.all(stage.map((lane, number) => runLane(lane, number === 0)));
    if (place === 0 && performance.now() - started > 1000 * QUICK_SECONDS) {
      process.env['TEST_PATIENCE'] ??= SLOW_PATIENCE;
      console.log('This machine is slow: tests go two at a time, and wait for longer.');
    }
    await engines;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed++;
}
// At the end, as what a suite printed is far above by now.
if (repeats.length > 0) console.log(`\nPassed only when run again, each a defect:\n${listed(repeats)}`);
if (failures.length > 0) console.log(`\nFailed:\n${listed(failures)}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
if (brokenOff !== null) process.kill(process.pid, brokenOff);
