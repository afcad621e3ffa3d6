/** What of the layer below the backend goes to the server's log: defects of ours, in one line each, and nobody's data. */
import { DatabaseCrash } from './data/crash.ts';
import { isDiskFull } from './data/fullDisk.ts';

/**
 * The line that an error of the database deserves in the server's log; null for what is an answer to the caller: bad data,
 * broken constraints, missing rights, refusals of our own, and queries that name what is not there. The last are a defect
 * of ours where a function of the database says them (`where`), and the caller's otherwise. Never with parameters or a
 * stack: the parameters are people's data.
 */
function logLineOf(error: { code: string; message: string; where?: string }): string | null {
  if (/^(21|22|23|42501|25006|P0001|PT[1-4]|PGRST)/.test(error.code)) return null;
  if (error.code.startsWith('42') && error.code !== '42P17' && !error.where) return null;
  return `Postgres: ${error.code} ${error.message}`;
}

let quiet = false;

/**
 * The layer below prints each statement that Postgres refuses, with its stack and its parameters. Refusing is
 * everyday work here (a policy, a duplicate), and the parameters are people's data, which belongs in no log.
 */
export function keepDataOutOfTheLog(): void {
  if (quiet) return;
  quiet = true;
  const warn = console.warn;
  console.warn = (...args: unknown[]) => {
    // Storage counts as experimental there. It is tested here, and production is a hosted project anyway.
    if (!String(args[0]).startsWith('EXPERIMENTAL FEATURES ENABLED')) warn(...args);
  };
  const print = console.error;
  console.error = (...args: unknown[]) => {
    // Said once by whoever opens the database again, not by everybody who met it.
    if (args.some((arg) => arg instanceof DatabaseCrash)) return;
    const error = args.find(
      (arg): arg is { code: string; message: string } =>
        typeof arg === 'object' && arg !== null && 'severity' in arg && 'code' in arg,
    );
    const line = error ? logLineOf(error) : null;
    const full = error ? undefined : args.find(isDiskFull);
    if (full) print(`The disk is full: ${(full as Error).message}`);
    else if (!error) print(...args);
    else if (line !== null) print(line);
  };
}
