/**
 * `npm run test:hosted`: the policy suites and the bench of scale on real Postgres and real PostgREST, as a hosted project
 * has them; installs both when they are missing. Prints a table of each, and how many tests passed and failed; the latter also to the file HOSTED_REPORT.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { runCommand } from '../runner/command.ts';
import { failedTests, readReport, type Outcome, type VitestReport } from '../runner/reports.ts';
import { wantsInstallation, whyNoStandIn } from './postgres/binaries.ts';

const report = resolve(process.env['HOSTED_REPORT'] ?? 'test-results/hosted.json');
/** Sizes of the playlist; `npm run bench:scale -- --hosted` takes larger ones. */
const SIZES = ['1000', '3000'];

/** Columns next to each other; the first to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '))
    .join('\n');
}

/** Runs a command of the installed packages and lets it print. */
const run = (args: readonly string[]): Promise<boolean> => runCommand((text) => void process.stdout.write(text), args);

function end(passed: number, failed: number, names: string[] = []): void {
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, JSON.stringify({ passed, failed, names } satisfies Outcome));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

if (wantsInstallation())
  spawnSync('npm', ['ci', '--prefix', import.meta.dirname, '--no-audit', '--no-fund'], { stdio: 'inherit' });

const reason = whyNoStandIn();
if (wantsInstallation()) {
  console.log(`Not run: ${reason}.`);
  end(0, 1, ['npm ci --prefix tests/hosted']);
} else if (reason === null) {
  const file = `${report}.vitest`;
  rmSync(file, { force: true });
  const ok = await run(
    `vitest run --project hosted --reporter=dot --reporter=json --outputFile.json=${file}`.split(' '),
  );
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
  if (result.numPendingTests > 0) console.log('Left out is what only Auth itself could answer.');
  // A run that exits with an error has failed, even when all its tests passed.
  const failed = Math.max(result.numFailedTests, ok ? 0 : 1);
  console.log('\nThe playlist on real Postgres and PostgREST');
  const measured = await run(['tsx', 'bench/run.ts', 'scale', '--hosted', '--quick', ...SIZES]);
  const names = [...failedTests(result, true), ...(measured ? [] : ['bench/scale/run.ts'])];
  end(result.numPassedTests, failed + (measured ? 0 : 1), names);
} else {
  console.log(`Left out: ${reason}.`);
  end(0, 0);
}
