import { readFileSync } from 'node:fs';

/** A test that ran. */
export interface Ran {
  /** Its file's groups and its title. */
  name: string;
  passed: boolean;
  /** What it failed with. */
  messages: string[];
}

interface VitestReport {
  testResults: {
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] | null }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  specs?: { title: string; tests: { results: { status: string; errors: { message?: string }[] }[] }[] }[];
  suites?: PlaywrightSuite[];
}

function read<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

/** What a report of Vitest says of the tests that ran; nothing where it could not begin. */
export function vitestRan(file: string): Ran[] {
  const results = read<VitestReport>(file)?.testResults ?? [];
  return results.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({
        name: fullName,
        passed: status === 'passed',
        messages: failureMessages ?? [],
      })),
  );
}

/** Why a run of Vitest did not come to its tests; empty when it did. */
export function vitestTrouble(file: string): string {
  const results = read<VitestReport>(file)?.testResults ?? [];
  return results.map(({ message = '' }) => message).find((message) => message !== '') ?? '';
}

/** The same of Playwright's. */
export function playwrightRan(file: string): Ran[] {
  const walk = ({ title, specs = [], suites = [] }: PlaywrightSuite, above: string): Ran[] => {
    const here = `${above} ${title}`.trim();
    const own = specs.flatMap((spec) =>
      spec.tests.flatMap(({ results }) =>
        results.slice(-1).map(({ status, errors }) => ({
          name: `${here} ${spec.title}`,
          passed: status === 'passed',
          // eslint-disable-next-line no-control-regex
          messages: errors.map(({ message = '' }) => message.replace(/\u001b\[[0-9;]*m/g, '')),
        })),
      ),
    );
    return [...own, ...suites.flatMap((suite) => walk(suite, here))];
  };
  return (read<{ suites: PlaywrightSuite[] }>(file)?.suites ?? []).flatMap((suite) => walk(suite, ''));
}

/**
 * True for what an assertion says (Vitest's, also one that was polled, a property of fast-check, Playwright's), and not a crash or
 * the end of a time limit.
 */
export function isAssertion(message: string): boolean {
  return /AssertionError|Property failed|\bexpect\(|^Error: expected [\s\S]+ to /.test(message);
}
