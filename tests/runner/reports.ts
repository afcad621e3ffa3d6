import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** What a run came to, read from the reports that the runners write. */

/** The folder of the reports. */
export const REPORTS = 'test-results';

/** The result of a whole run, for the steadiness test that repeats it. */
export const SUMMARY = `${REPORTS}/summary.json`;
export interface Summary {
  /** The tests that failed, by suite and name. */
  failed: string[];
}

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

/** Lines of a failure's message that the end of a run shows. */
const REASON_LINES = 12;

/** A test that failed and why, for the end of a run, far below of what it printed: the message, and where in the test. */
const withReason = (test: string, message = ''): string => {
  const lines = stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '');
  const place = lines.find((line) => /^\s+at .*(test|spec)\.tsx?:\d+/.test(line));
  const reason = lines.filter((line) => !/^\s+at /.test(line)).slice(0, REASON_LINES);
  return [test, ...reason, ...(place === undefined ? [] : [place.trim()])].join('\n      ');
};

type VitestFile = VitestReport['testResults'][number];
type VitestTest = VitestFile['assertionResults'][number];

/** A file's path in the project. */
const inProject = (name: string): string =>
  name.replace(/^.*\/(?=(src|tests|workers|worklets|supabase|pwa|bench)\/)/, '');

/** Those tests of a file that are wanted, by its name, and why each failed. */
const namedTests = ({ name, assertionResults }: VitestFile, isWanted: (test: VitestTest) => boolean): string[] =>
  assertionResults
    .filter(isWanted)
    .map(({ fullName, failureMessages }) => `${inProject(name)} ${withReason(fullName, failureMessages?.[0])}`);

/** The names of the tests that failed, by their file, and why; one that was left out has too, unless `mayLeaveOut`. */
export function failedTests({ testResults }: VitestReport, mayLeaveOut = false): string[] {
  const hasPassed = (status: string): boolean => status === 'passed' || (mayLeaveOut && status !== 'failed');
  return testResults.flatMap((file) => {
    const failed = namedTests(file, ({ status }) => !hasPassed(status));
    // A file that could not be loaded has no tests.
    return failed.length === 0 && file.status === 'failed' ? [inProject(file.name)] : failed;
  });
}

/** The outcome in a report of Vitest; what was skipped has failed. */
export function vitestOutcome(path: string): Outcome | null {
  const report = readReport<VitestReport>(path);
  if (report === null) return null;
  const { numPassedTests, numFailedTests, numPendingTests } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests + numPendingTests,
    names: failedTests(report),
  };
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

/** The outcome in a report of Playwright; what was skipped has failed. */
export function playwrightOutcome(path: string): Outcome | null {
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
    passed: stats.expected,
    // There are no retries: one that passed only when it was run again has failed.
    failed: stats.unexpected + stats.flaky + stats.skipped,
    names: report.suites.flatMap((suite) => named(suite, 'unexpected', 'flaky', 'skipped')),
  };
}
