/** `npm run typecheck` checks the types of every realm, and prints what the compiler finds. */
import { spawnSync } from 'node:child_process';

/** One program a realm: page, workers, worklets, service worker, edge functions, and Node with the tests. */
const PROGRAMS = [
  'tsconfig.json',
  'workers/tsconfig.json',
  'worklets/tsconfig.json',
  'service-worker/tsconfig.json',
  'supabase/tsconfig.json',
  'tsconfig.node.json',
];

for (const program of PROGRAMS) {
  const { status } = spawnSync('node_modules/.bin/tsc', ['-p', program], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} types of ${program}`);
}
