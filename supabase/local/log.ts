/** What of the layer below the backend goes to the server's log: defects of ours, in one line each, and nobody's data. */
import { inspect } from 'node:util';
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

/** What moves the cursor, sets the title or turns the words of a terminal; also line breaks, of which a line has none. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text of strangers as a line for a terminal: what could act on it is written out (`\\u{1b}`). */
export function printable(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Whatever is logged, as text; the lines of a stack stay lines. */
function printed(value: unknown): string {
  if (typeof value === 'string') return printable(value);
  return inspect(value).split('\n').map(printable).join('\n');
}

let quiet = false;

/**
 * The layer below prints each statement that Postgres refuses, with its stack and its parameters. Refusing is
 * everyday work here (a policy, a duplicate), and the parameters are people's data, which belongs in no log. Nothing that is
 * printed acts on the operator's terminal.
 */
export function keepDataOutOfTheLog(): void {
  if (quiet) return;
  quiet = true;
  const warn = console.warn;
  console.warn = (...args: unknown[]) => {
    // Storage counts as experimental there. It is tested here, and production is a hosted project anyway.
    if (!String(args[0]).startsWith('EXPERIMENTAL FEATURES ENABLED')) warn(...args.map(printed));
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
    if (full) print(printable(`The disk is full: ${(full as Error).message}`));
    else if (!error) print(...args.map(printed));
    else if (line !== null) print(printable(line));
  };
}
