/**
 * A server in a process that a test may kill: keeps its data in the folder of the first argument, and prints its
 * address and key.
 */
import { startServer } from '#local/server.ts';

const { url, keys } = await startServer({
  port: 0,
  dataDir: process.argv[2]!,
  mode: 'backend',
  mailer: false,
  env: { RATE_LIMIT_FACTOR: '1000' },
});
console.log(JSON.stringify({ url, key: keys!.publishable }));
