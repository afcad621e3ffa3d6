import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** What a run came to, read from the reports that the runners write. */

export interface Outcome {
  passed: number;
  failed: number;
  /** The tests that failed, where they are known by name, each with why. */
  names?: string[];
}

/** A report that was written as JSON; null when there is none. */
export function readReport<T>(path: string): T | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null;
}

export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    /** ms. */
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** A test that failed with the first words of why, for the end of a run, far below of what it printed. */
const withReason = (test: string, message = ''): string => {
  const [reason = ''] = stripVTControlCharacters(message).trim().split('\n');
  return reason === '' ? test : `${test}: ${reason}`;
};

/** The names of the tests that failed, by their file, and why; one that was left out has too, unless `mayLeaveOut`. */
export function failedTests({ testResults }: VitestReport, mayLeaveOut = false): string[] {
  const hasPassed = (status: string): boolean => status === 'passed' || (mayLeaveOut && status !== 'failed');
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => !hasPassed(test.status))
      .map(({ fullName, failureMessages }) => withReason(fullName, failureMessages?.[0]));
    const file = name.replace(/^.*\/(?=(src|tests|workers|worklets|supabase|pwa|bench)\/)/, '');
    // A file that could not be loaded has no tests.
    return (failed.length === 0 && status === 'failed' ? [''] : failed).map((test) => `${file} ${test}`.trim());
  });
}

/** The outcome in a report of Vitest; what was skipped has failed. */
export function vitestOutcome(path: string): Outcome | null {
  const report = readReport<VitestReport>(path);
  if (report === null) return null;
  const { numPassedTests, numFailedTests, numPendingTests } = report;
  return { passed: numPassedTests, failed: numFailedTests + numPendingTests, names: failedTests(report) };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: {
      projectName: string;
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      results: { error?: { message?: string } }[];
    }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

/** The outcome in a report of Playwright, and the tests that passed only when they were run again; what was skipped has failed. */
export function playwrightOutcome(path: string): (Outcome & { again: string[] }) | null {
  const report = readReport<PlaywrightReport>(path);
  if (report === null) return null;
  const { stats } = report;
  const named = (suite: PlaywrightSuite, ...wanted: string[]): string[] => [
    ...suite.specs.flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => wanted.includes(status))
        .map(({ projectName, results }) =>
          withReason(
            `[${projectName}] ${file}:${line} ${title}`,
            results.find(({ error }) => error !== undefined)?.error?.message,
          ),
        ),
    ),
    ...(suite.suites ?? []).flatMap((inner) => named(inner, ...wanted)),
  ];
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
    names: report.suites.flatMap((suite) => named(suite, 'unexpected', 'skipped')),
    again: report.suites.flatMap((suite) => named(suite, 'flaky')),
  };
}
