/**
 * `npm run test:mutants`: breaks the product in the places of `list/`, one at a time in a copy, and proves that the test which
 * an entry names notices. `-- NAME...` takes some of them, `-- --list` tells them. Ends in `N passed, N failed`: caught, and not.
 */
import { join } from 'node:path';
import { brokenOffBy, endWithSignals, runCommand } from '../runner/command.ts';
import { copyProject, type Copy } from './copy.ts';
import { MUTANTS } from './list/index.ts';
import { patternOf, SHORT_PATIENCE, SUITES, titlesOf, type Catcher, type Mutant, type Suite } from './mutant.ts';
import { isAssertion, playwrightRan, vitestRan, vitestTrouble, type Ran } from './outcome.ts';

/** A run that takes longer hangs, ms: the change has made an endless loop. */
const LIMIT_MS = 10 * 60_000;
const PORT = process.env['E2E_PORT'] ?? '5290';

/** Runs a command in the copy, and returns the end of what it printed. */
async function run(copy: Copy, args: string[], env: Record<string, string>): Promise<string> {
  let said = '';
  const print = (text: string): void => void (said = (said + text).slice(-20_000));
  await runCommand(print, args, { cwd: copy.folder, limitMs: LIMIT_MS, env: { DO_NOT_TRACK: '1', ...env } });
  return said;
}

interface Result {
  ran: Ran[];
  /** Why there are no tests, if there are none. */
  trouble: string;
}

let runs = 0;
/** Runs the tests of one suite that have one of the titles. */
async function runTests(copy: Copy, suite: Suite, files: string[], titles: string[]): Promise<Result> {
  const report = join(copy.folder, `mutants-report-${++runs}.json`);
  const pattern = titles.map(patternOf).join('|');
  if (suite === 'e2e') {
    const said = await run(copy, ['playwright', 'test', ...files, '-g', pattern, '--retries=0', '--reporter=json'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      E2E_PORT: PORT,
      E2E_FOLDER: 'test-results/e2e',
    });
    return { ran: playwrightRan(report), trouble: said };
  }
  const reports = ['--reporter=json', `--outputFile.json=${report}`, '--retry=0'];
  const said = await run(copy, ['vitest', 'run', '--project', suite, ...files, '-t', pattern, ...reports], {});
  return { ran: vitestRan(report), trouble: vitestTrouble(report) || said };
}

const isOf = ({ test }: Catcher, { name }: Ran): boolean => new RegExp(patternOf(test)).test(name);
/** What matters of what was printed: the first line that tells of an error, else the first of all. */
function firstLine(text: string): string {
  const lines = text.trim().split('\n');
  return (lines.find((line) => /error/i.test(line)) ?? lines[0]!).trim().slice(0, 200);
}

/** What is wrong with the tests themselves, by title: each has to be there, and green without any mutant. */
async function redWithout(copy: Copy, mutants: readonly Mutant[]): Promise<Map<string, string>> {
  const red = new Map<string, string>();
  for (const suite of SUITES) {
    const catchers = mutants.map(({ caughtBy }) => caughtBy).filter((catcher) => catcher.suite === suite);
    if (catchers.length === 0 || brokenOffBy() !== null) continue;
    const files = [...new Set(catchers.map(({ file }) => file))];
    const titles = [...new Set(catchers.flatMap(titlesOf))];
    const { ran, trouble } = await runTests(copy, suite, files, titles);
    for (const catcher of catchers) {
      const own = ran.filter((one) => isOf(catcher, one));
      const failed = own.find(({ passed }) => !passed);
      if (own.length === 0) red.set(catcher.test, `its test did not run: ${firstLine(trouble)}`);
      else if (failed) red.set(catcher.test, `its test is red without it: ${firstLine(failed.messages[0] ?? '')}`);
    }
    console.log(
      `Without any: ${suite}, ${titles.length} titles, ${ran.filter(({ passed }) => passed).length} tests green.`,
    );
  }
  return red;
}

/** Why a mutant was not caught; null when it was. */
async function escape(copy: Copy, mutant: Mutant): Promise<string | null> {
  const { caughtBy } = mutant;
  const putBack: (() => void)[] = [];
  try {
    putBack.push(copy.change(mutant));
    // A build and a server take their time, whatever is broken.
    if (caughtBy.suite !== 'e2e') putBack.push(copy.change(SHORT_PATIENCE));
    const { ran, trouble } = await runTests(copy, caughtBy.suite, [caughtBy.file], titlesOf(caughtBy));
    const own = ran.filter((one) => isOf(caughtBy, one));
    if (own.length === 0) return `the test did not run: ${firstLine(trouble)}`;
    const failed = own.filter(({ passed }) => !passed);
    if (failed.length === 0) return 'survived';
    const messages = failed.flatMap((one) => one.messages);
    return messages.some(isAssertion) ? null : `failed, but by no assertion: ${firstLine(messages[0] ?? '')}`;
  } catch (error) {
    return String(error);
  } finally {
    for (const back of putBack) back();
  }
}

const asked = process.argv.slice(2);
if (asked.includes('--list')) {
  for (const { name, file, caughtBy } of MUTANTS)
    console.log(`${name.padEnd(36)} ${file}\n${' '.repeat(37)}${caughtBy.file}: ${caughtBy.test}`);
  process.exit(0);
}
const unknown = asked.filter((name) => !MUTANTS.some((mutant) => mutant.name === name));
if (unknown.length > 0) {
  console.error(`No such mutant: ${unknown.join(', ')}. \`npm run test:mutants -- --list\` tells them.`);
  process.exit(2);
}
// Those of one test follow each other: what it needs is warm.
const place = ({ caughtBy: { suite, file } }: Mutant): string => `${SUITES.indexOf(suite)} ${file}`;
const chosen = MUTANTS.filter(({ name }) => asked.length === 0 || asked.includes(name)).sort((a, b) =>
  place(a) < place(b) ? -1 : 1,
);

endWithSignals();
const copy = copyProject();
const count = { caught: 0, not: 0 };
try {
  const red = await redWithout(copy, chosen);
  for (const mutant of chosen) {
    if (brokenOffBy() !== null) break;
    const { name, file, caughtBy } = mutant;
    const started = performance.now();
    const trouble = red.get(caughtBy.test) ?? (await escape(copy, mutant));
    const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(3);
    if (trouble === null) count.caught++;
    else count.not++;
    const verdict = trouble === null ? 'caught' : 'NOT   ';
    console.log(`${verdict} ${seconds} s  ${name.padEnd(36)} ${file}  <-  ${caughtBy.suite}: ${caughtBy.file}`);
    if (trouble !== null) console.log(`       ${trouble}`);
  }
} finally {
  copy.remove();
}
console.log(`${count.caught} passed, ${count.not} failed`);
process.exitCode = count.not === 0 && brokenOffBy() === null ? 0 : 1;
