import { pathToFileURL } from 'node:url';
import { runCommand, type Print } from './runner/command.ts';

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
export async function typecheck(print: Print): Promise<{ passed: number; failed: number }> {
  let failed = 0;
  for (const program of PROGRAMS) {
    const ok = await runCommand(print, ['tsc', '-p', program]);
    print(`${ok ? 'ok    ' : 'FAILED'} types of ${program}\n`);
    if (!ok) failed++;
  }
  return { passed: PROGRAMS.length - failed, failed };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = (await typecheck((text) => void process.stdout.write(text))).failed === 0 ? 0 : 1;
}
