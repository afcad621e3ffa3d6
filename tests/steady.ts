/**
 * `npm run test:steady -- N [--load K] [suites]`: runs the suites N times, each time on fresh data, and prints how often each test failed.
 * `--load K` keeps K processes busy beside them, waits longer, and leaves out what measures real time.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { brokenOffBy, endWithSignals, runCommand } from './runner/command.ts';
import { readReport, SUMMARY, type Summary } from './runner/reports.ts';
import { isSteady, LOADED_PATIENCE_MS, steadyPlan, steadyReport, type SteadyRun } from './runner/steadiness.ts';

/** One of the processes that keep a core busy; it ends with this one, however that ends. */
const busy = (): ChildProcess =>
  spawn(process.execPath, ['-e', 'const { ppid } = process; while (process.ppid === ppid);'], { stdio: 'ignore' });

let plan;
try {
  plan = steadyPlan(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
const { runs: count, load, suites } = plan;
endWithSignals();
const loops = Array.from({ length: load }, busy);
const runs: SteadyRun[] = [];
try {
  for (let run = 1; run <= count && brokenOffBy() === null; run++) {
    console.log(`\n== run ${run} of ${count}${load > 0 ? ` beside ${load} busy processes` : ''}: ${suites.join(' ')}`);
    rmSync(SUMMARY, { force: true });
    const began = performance.now();
    let last = '';
    const print = (text: string): void => {
      last = (last + text).slice(-1000);
      process.stdout.write(text);
    };
    await runCommand(print, ['tsx', 'tests/run.ts', ...suites], {
      env: load > 0 ? { ACCORD_PATIENCE_MS: String(LOADED_PATIENCE_MS) } : {},
    });
    runs.push({
      failed: readReport<Summary>(SUMMARY)?.failed ?? null,
      seconds: (performance.now() - began) / 1000,
      lastLine: last.trimEnd().split('\n').at(-1) ?? '',
    });
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
}
const signal = brokenOffBy();
console.log(`\n${steadyReport(runs)}`);
process.exitCode = isSteady(runs) ? 0 : 1;
if (signal !== null) process.kill(process.pid, signal);
