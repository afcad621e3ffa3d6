import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** One program a realm: page, workers, worklets, service worker, edge functions, and Node with the tests. */
export const PROGRAMS = [
  'tsconfig.json',
  'workers/tsconfig.json',
  'worklets/tsconfig.json',
  'service-worker/tsconfig.json',
  'supabase/tsconfig.json',
  'tsconfig.node.json',
];

/** Checks every realm's types; prints what the compiler says. */
export function typecheck(): { passed: number; failed: number } {
  let failed = 0;
  for (const program of PROGRAMS) {
    const { status } = spawnSync('npx', ['tsc', '-p', program], { stdio: ['ignore', 'inherit', 'inherit'] });
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} types of ${program}`);
    if (status !== 0) failed++;
  }
  return { passed: PROGRAMS.length - failed, failed };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = typecheck().failed === 0 ? 0 : 1;
}
