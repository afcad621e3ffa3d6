import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The result of a run, read from the reports that Vitest and Playwright write. */

/** The folder of the reports. */
export const REPORT_FOLDER = 'test-results';
/** The names of the tests that failed in the whole run, as a JSON array. */
export const SUMMARY_FILE = `${REPORT_FOLDER}/summary.json`;

/** The mark in the title of a test that a clock can mislead. */
export const SLOW_TAG = '@slow';

export interface Outcome {
  passed: number;
  /** The names of the tests that failed, each with its file. */
  failed: string[];
}

/** A report that was written as JSON; null when there is none. */
export function readReport<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null;
}

export interface VitestReport {
  testResults: {
    name: string;
    status: string;
    /** ms. */
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/**
 * The outcome in a report of Vitest: a test that was left out has failed, unless `mayLeaveOut` is true for its title.
 */
export function vitestOutcome(path: string, mayLeaveOut: (title: string) => boolean = () => false): Outcome | null {
  const report = readReport<VitestReport>(path);
  if (report === null) return null;
  const outcome: Outcome = { passed: 0, failed: [] };
  for (const { name, status, assertionResults } of report.testResults) {
    const file = relative('.', name);
    for (const { fullName, status } of assertionResults)
      if (status === 'passed') outcome.passed++;
      else if (status === 'failed' || !mayLeaveOut(fullName)) outcome.failed.push(`${file} ${fullName}`);
    // A file that could not be loaded has no tests.
    if (status === 'failed' && !assertionResults.some(({ status }) => status === 'failed')) outcome.failed.push(file);
  }
  return outcome;
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; line: number; tests: { status: string }[] }[];
}

/** The outcome in a report of Playwright; without retries a skipped or flaky test has failed. */
export function playwrightOutcome(path: string): Outcome | null {
  const report = readReport<PlaywrightSuite & { errors: unknown[] }>(path);
  if (report === null) return null;
  const outcome: Outcome = { passed: 0, failed: report.errors.map(() => 'Playwright: see what it printed') };
  const read = ({ specs, suites = [] }: PlaywrightSuite): void => {
    for (const { title, file, line, tests } of specs)
      for (const { status } of tests)
        if (status === 'expected') outcome.passed++;
        else outcome.failed.push(`${file}:${line} ${title}`);
    suites.forEach(read);
  };
  (report.suites ?? []).forEach(read);
  return outcome;
}
