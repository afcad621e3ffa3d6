/** A text of a file that becomes another one. */
export interface Change {
  /** From the root of the project. */
  file: string;
  /** Occurs there once. */
  find: string;
  replace: string;
}

/** One place at which the product is broken on purpose, and the test that has to notice. */
export interface Mutant extends Change {
  /** What is wrong then, in words joined by hyphens; unique. */
  name: string;
  caughtBy: Catcher;
}

/**
 * What a test that is to fail waits for in vain is waited for a while only: it came at once a moment ago, when the same test was
 * green.
 */
export const SHORT_PATIENCE: Change = {
  file: 'tests/patience.ts',
  find: 'PATIENCE_MS = 120_000',
  replace: 'PATIENCE_MS = 30_000',
};

/** A test, or several that share a title. */
export interface Catcher {
  /** The suite of `npm test`: a project of vitest.config.ts, or the end-to-end specs of playwright.config.ts. */
  suite: Suite;
  file: string;
  /** Its title as the source has it, or a part of that; placeholders (`%s`, `${...}`) stand for anything. */
  test: string;
  /** The title of one before it in the file that it builds on. */
  after?: string;
}

/** The titles of the tests that have to run for a catcher. */
export const titlesOf = ({ test, after }: Catcher): string[] => (after === undefined ? [test] : [after, test]);

export const SUITES = ['unit', 'backend', 'browser', 'realtime', 'e2e'] as const;
export type Suite = (typeof SUITES)[number];

/** The pattern that finds a title in the names of tests as they run. */
export function patternOf(title: string): string {
  return title
    .split(/%[a-zA-Z]|\$\{[^}]*\}|\$\w+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('.*');
}
