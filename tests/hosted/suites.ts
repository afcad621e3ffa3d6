/** Suites of the embedded backend that run on the stand-in for a hosted project as well: what the database and its API refuse and give. */
export const POLICY_SUITES: readonly string[] = [
  'tests/backend/deviceExport.test.ts',
  'tests/backend/limits.test.ts',
  'tests/backend/mail/rights.test.ts',
  'tests/backend/members.test.ts',
  'tests/backend/names.test.ts',
  'tests/backend/ownership.test.ts',
  'tests/backend/passwords.test.ts',
  'tests/backend/repositories.test.ts',
  'tests/backend/playlist/search.test.ts',
  'tests/backend/shares.test.ts',
  'tests/backend/simultaneous.test.ts',
  'tests/backend/store.test.ts',
  'tests/backend/strangers.test.ts',
  'tests/backend/takingBack.test.ts',
];
