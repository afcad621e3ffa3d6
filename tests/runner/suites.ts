/** What `npm test` runs. */
const DAILY = ['types', 'lint', 'unit', 'backend', 'fuzz', 'browser', 'realtime', 'e2e', 'faults'] as const;
/** What `npm run test:all` adds. */
const MORE = ['matrix', 'hosted', 'engines', 'ear'] as const;
const SUITES = [...DAILY, ...MORE] as const;

export type Suite = (typeof SUITES)[number];

const isSuite = (name: string): name is Suite => (SUITES as readonly string[]).includes(name);

/**
 * The suites that are named; where none is, those of every day, or all.
 * @throws an Error whose message says which there are
 */
export function suitesOf(named: readonly string[], all = false): readonly Suite[] {
  const unknown = named.filter((name) => !isSuite(name));
  if (unknown.length > 0) throw new Error(`No such suite: ${unknown.join(', ')}. There are ${SUITES.join(', ')}.`);
  if (named.length > 0) return named.filter(isSuite);
  return all ? SUITES : DAILY;
}
