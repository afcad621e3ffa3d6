/**
 * `npm run test:hosted`: the policy suites and the bench of scale on real Postgres and real PostgREST, as a hosted project
 * has them; installs both when they are missing. Prints a table of each, and how many tests passed and failed; the
 * latter also to the file HOSTED_REPORT.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { readReport, vitestOutcome, type Outcome, type VitestReport } from '../runner/reports.ts';
import { ensureInstalled, whyNoStandIn } from './postgres/binaries.ts';

const report = resolve(process.env['HOSTED_REPORT'] ?? 'test-results/hosted.json');
/** Sizes of the playlist; `npm run bench:scale -- --hosted` takes larger ones. */
const PLAYLIST_SIZES = ['1000', '3000'];

/** Columns next to each other; the first to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '))
    .join('\n');
}

/** Runs an installed program and lets it print. */
const run = (program: string, args: readonly string[]): boolean =>
  spawnSync(`node_modules/.bin/${program}`, args, { stdio: 'inherit' }).status === 0;

function end(outcome: Outcome): void {
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, JSON.stringify(outcome));
  console.log(`${outcome.passed} passed, ${outcome.failed.length} failed`);
  process.exitCode = outcome.failed.length === 0 ? 0 : 1;
}

const isInstalled = ensureInstalled();
const reason = whyNoStandIn();
if (!isInstalled) {
  console.log(`Not run: ${reason}.`);
  end({ passed: 0, failed: ['npm ci --prefix tests/hosted'] });
} else if (reason === null) {
  const file = `${report}.vitest`;
  rmSync(file, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const ok = run('vitest', ['run', '--project', 'hosted', ...reporters]);
  // A few suites leave out the cases that need Auth itself.
  const outcome = vitestOutcome(file, () => true)!;
  const result = readReport<VitestReport>(file)!;
  rmSync(file);
  const rows = result.testResults
    .map(({ name, startTime, endTime, assertionResults }) => {
      const count = (status: RegExp) => String(assertionResults.filter((one) => status.test(one.status)).length);
      const seconds = ((endTime - startTime) / 1000).toFixed(1);
      return [relative('.', name), count(/^passed$/), count(/^failed$/), count(/^(skipped|pending|todo)$/), seconds];
    })
    .sort(([a], [b]) => a!.localeCompare(b!));
  console.log(`\nOn real Postgres and PostgREST\n${table([['suite', 'passed', 'failed', 'left out', 's'], ...rows])}`);
  // A run that exits with an error has failed, even when all its tests passed.
  if (!ok && outcome.failed.length === 0) outcome.failed.push('hosted: see what it printed');
  console.log('\nThe playlist on real Postgres and PostgREST');
  if (!run('tsx', ['bench/run.ts', 'scale', '--hosted', '--quick', ...PLAYLIST_SIZES]))
    outcome.failed.push('bench/scale/run.ts');
  end(outcome);
} else {
  console.log(`Left out: ${reason}.`);
  end({ passed: 0, failed: [] });
}
