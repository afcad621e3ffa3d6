import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { ENGINES, type Engine } from './driver.ts';
import { absence } from './engines.ts';

const COLUMN_WIDTH = 16;

/**
 * Prints the matrix at the end: the steps of the flow (rows) in each engine (columns), with the seconds that each took.
 */
export default class MatrixReporter implements Reporter {
  /** Step, engine, outcome. */
  readonly #rows = new Map<string, Map<Engine, string>>();

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const test of suite.allTests()) this.#row(test.title);
  }

  onTestEnd(test: TestCase, { status, duration }: TestResult): void {
    const engine = test.parent.project()?.name as Engine;
    const seconds = `${(duration / 1000).toFixed(1)} s`;
    const words: Record<TestResult['status'], string> = {
      passed: `${test.outcome() === 'flaky' ? 'ok*' : 'ok'} ${seconds}`,
      failed: `FAIL ${seconds}`,
      timedOut: `FAIL ${seconds}`,
      interrupted: 'FAIL',
      skipped: 'not reached',
    };
    this.#row(test.title).set(engine, words[status]);
  }

  printsToStdio(): boolean {
    return false;
  }

  onEnd(): void {
    const width = Math.max(...[...this.#rows.keys()].map((title) => title.length));
    const lines = [
      `\n${'The engines'.padEnd(width)}  ${ENGINES.map((engine) => engine.padEnd(COLUMN_WIDTH)).join('')}`,
    ];
    for (const [title, cells] of this.#rows)
      lines.push(
        `${title.padEnd(width)}  ${ENGINES.map((engine) => (cells.get(engine) ?? '–').padEnd(COLUMN_WIDTH)).join('')}`,
      );
    const cells = [...this.#rows.values()].flatMap((row) => [...row.values()]);
    if (cells.some((cell) => cell.startsWith('ok*'))) lines.push('ok* = passed only when run again');
    for (const engine of ENGINES) {
      const why = absence(engine);
      if (why !== null) lines.push(`– ${why}: not driven, and not counted.`);
    }
    console.log(lines.map((line) => line.trimEnd()).join('\n'));
  }

  #row(title: string): Map<Engine, string> {
    let row = this.#rows.get(title);
    if (row === undefined) this.#rows.set(title, (row = new Map()));
    return row;
  }
}
