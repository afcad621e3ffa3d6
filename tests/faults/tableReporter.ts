import type { Reporter, TestCase } from '@playwright/test/reporter';
import { COLUMNS } from './columns.ts';
import { ROWS, titleOf } from './table.ts';
import { TABLE } from './rows/index.ts';

/** Prints the fault table at the end: what held, what failed, and why some cells are empty. */
export default class TableReporter implements Reporter {
  readonly #outcomes = new Map<string, string>();

  onTestEnd(test: TestCase): void {
    const outcome = test.outcome();
    this.#outcomes.set(
      test.title,
      outcome === 'expected' ? 'ok' : outcome === 'flaky' ? 'ok*' : outcome === 'skipped' ? '?' : 'FAIL',
    );
  }

  printsToStdio(): boolean {
    return false;
  }

  onEnd(): void {
    // A run of a few cells is no table.
    if (this.#outcomes.size < ROWS.length) return;
    const width = Math.max(...ROWS.map((row) => row.length));
    const lines = [`\n${'The fault table'.padEnd(width)}  ${COLUMNS.join('  ')}`];
    const reasons = new Map<string, string[]>();
    for (const row of ROWS) {
      const cells = COLUMNS.map((column) => {
        const cell = TABLE[row][column];
        if (typeof cell === 'string') {
          reasons.set(cell, [...(reasons.get(cell) ?? []), titleOf(row, column)]);
          return '–'.padEnd(column.length);
        }
        return (this.#outcomes.get(titleOf(row, column)) ?? '?').padEnd(column.length);
      });
      lines.push(`${row.padEnd(width)}  ${cells.join('  ')}`);
    }
    lines.push('', '– = no such case:');
    for (const [reason, cells] of reasons) lines.push(`  ${cells.join(', ')}: ${reason}`);
    if ([...this.#outcomes.values()].includes('ok*')) lines.push('  ok* = passed only when run again');
    console.log(lines.join('\n'));
  }
}
