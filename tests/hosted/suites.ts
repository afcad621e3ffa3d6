/**
 * Suites of the embedded backend that run on the stand-in for a hosted project as well: refusals and results of the
 * database and its API.
 */
export const POLICY_SUITES: readonly string[] = [
  'tests/backend/access/access.test.ts',
  'tests/backend/access/guesses.test.ts',
  'tests/backend/cleanUp.test.ts',
  'tests/backend/deleting.test.ts',
  'tests/backend/devices.test.ts',
  'tests/backend/fragrances.test.ts',
  'tests/backend/hiding.test.ts',
  'tests/backend/limits.test.ts',
  'tests/backend/mail/operator.test.ts',
  'tests/backend/mail/orders.test.ts',
  'tests/backend/mail/queue.test.ts',
  'tests/backend/memberRepositories.test.ts',
  'tests/backend/members.test.ts',
  'tests/backend/messages.test.ts',
  'tests/backend/names.test.ts',
  'tests/backend/ownership.test.ts',
  'tests/backend/passwords.test.ts',
  'tests/backend/playlist/playlist.test.ts',
  'tests/backend/playlist/search.test.ts',
  'tests/backend/preorders.test.ts',
  'tests/backend/reports.test.ts',
  'tests/backend/repositories.test.ts',
  'tests/backend/sessions.test.ts',
  'tests/backend/shares.test.ts',
  'tests/backend/withdrawal.test.ts',
];
