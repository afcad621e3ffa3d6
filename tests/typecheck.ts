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
export async function typecheck(print: (text: string) => void): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const program of PROGRAMS) {
    const { status, stdout } = spawnSync('npx', ['tsc', '-p', program], { encoding: 'utf8' });
    print(`${stdout}${status === 0 ? 'ok    ' : 'FAILED'} types of ${program}\n`);
    if (status !== 0) failed++;
  }
  return { passed: PROGRAMS.length - failed, failed };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await typecheck((text) => void process.stdout.write(text))).failed === 0 ? 0 : 1;
}
