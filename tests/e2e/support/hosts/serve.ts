/**
 * The server of the end-to-end tests: the one of `npm start` (tests/backend/server.test.ts tests the command itself),
 * but its data is in memory, and its keys are where the tests find them.
 */
import { startServer } from '#local/server.ts';
import { serverKeys } from '../keys.ts';

const { PORT, REUSE_BUILD } = process.env;
const server = await startServer({
  port: Number(PORT),
  dataDir: null,
  mode: 'start',
  // With REUSE_BUILD=1 the build in dist/ is served as it is.
  build: REUSE_BUILD !== '1',
  backend: { keys: serverKeys() },
  // All tests are one caller to the backend; tests/backend covers its limits.
  env: { RATE_LIMIT_FACTOR: '100' },
  policyEnv: process.env,
  log: (line) => console.log(line),
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.close().then(() => process.exit()));
