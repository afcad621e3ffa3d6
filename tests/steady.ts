/**
 * `npm run test:steady -- N [--load K] [suites]`: runs `npm test` N times and prints how often each test failed.
 * `--load K` keeps K more processes busy meanwhile, and allows 120 s for a wait.
 */
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readReport, SUMMARY_FILE } from '#tests/runner/reports.ts';

const words = process.argv.slice(2);
const loadIndex = words.indexOf('--load');
const load = loadIndex < 0 ? 0 : Number(words.splice(loadIndex, 2)[1]);
const [runs, ...suites] = words;
if (!/^[1-9]\d*$/.test(runs ?? '') || !Number.isInteger(load) || load < 0) {
  console.error('Say how often: npm run test:steady -- N [--load K] [suites]');
  process.exit(2);
}
// Each loop ends with this process, for any reason.
const BUSY_SCRIPT = 'const { ppid } = process; while (process.ppid === ppid);';
const loops = Array.from({ length: load }, () => spawn(process.execPath, ['-e', BUSY_SCRIPT], { stdio: 'ignore' }));
const env = { ...process.env, ...(load > 0 && { ACCORD_PATIENCE_MS: '120000' }) };

const counts = new Map<string, number>();
let greenRuns = 0;
for (let run = 1; run <= Number(runs); run++) {
  console.log(`\n== run ${run} of ${runs}${load > 0 ? ` beside ${load} busy processes` : ''}`);
  rmSync(SUMMARY_FILE, { force: true });
  const { signal } = spawnSync('node_modules/.bin/tsx', ['tests/run.ts', ...suites], { stdio: 'inherit', env });
  if (signal !== null) break;
  const failed = readReport<string[]>(SUMMARY_FILE) ?? ['the run: it has left no report'];
  if (failed.length === 0) greenRuns++;
  for (const test of failed) counts.set(test, (counts.get(test) ?? 0) + 1);
}
for (const loop of loops) loop.kill('SIGKILL');
for (const [test, count] of [...counts].sort(([, a], [, b]) => b - a))
  console.log(`failed ${count} of ${runs}: ${test}`);
console.log(`${greenRuns} of ${runs} runs are green`);
process.exitCode = greenRuns === Number(runs) ? 0 : 1;
