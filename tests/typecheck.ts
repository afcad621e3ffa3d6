/** `npm run typecheck` checks the types of every realm, and prints the compiler's errors. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** One program a realm: Node with the tests, page, workers, worklets, service worker, and edge functions. */
const TYPE_PROGRAMS = [
  'tsconfig.node.json',
  'tsconfig.json',
  'workers/tsconfig.json',
  'worklets/tsconfig.json',
  'service-worker/tsconfig.json',
  'supabase/tsconfig.json',
];

/** Several checkers in one program would each check the types that they share. */
const SINGLE_CHECKER = ['--checkers', '1'];

async function check(program: string): Promise<void> {
  const child = spawn('node_modules/.bin/tsc', [...SINGLE_CHECKER, '-p', program], { stdio: 'inherit' });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) process.exitCode = 1;
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} types of ${program}`);
}

// The first, which is the largest, is checked in parallel with all others.
const [largest, ...others] = TYPE_PROGRAMS;
const checkOthers = async (): Promise<void> => {
  for (const program of others) await check(program);
};
await Promise.all([check(largest!), checkOthers()]);
