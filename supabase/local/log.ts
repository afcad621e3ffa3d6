/**
 * The log of the server, without personal data: reduces the output of the layers below the backend to our defects, a
 * line each.
 */
import { inspect } from 'node:util';
import { isDiskFull } from './data/fullDisk.ts';

/**
 * The log line for an error of the database; null for an answer to the caller: bad data, broken constraints, missing
 * rights, our own refusals, and queries that name something unknown. The last are our defect when a database function
 * causes them (`where`), otherwise the caller's mistake. Leaves out parameters and stack: parameters are personal data.
 */
function logLineOf(error: { code: string; message: string; where?: string }): string | null {
  if (/^(21|22|23|42501|25006|P0001|PT[1-4]|PGRST)/.test(error.code)) return null;
  if (error.code.startsWith('42') && error.code !== '42P17' && !error.where) return null;
  return `Postgres: ${error.code} ${error.message}`;
}

/** Characters that move a terminal's cursor, set its title or reverse its text; also line breaks. */
// oxlint-disable-next-line no-control-regex
const CONTROL_PATTERN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** Makes untrusted text safe for a terminal: escapes control characters (`\\u{1b}`). */
export function printable(text: string): string {
  return text.replace(CONTROL_PATTERN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Longest text of one logged value, characters. */
const MAX_TEXT = 500;

/**
 * A logged value as text on one line. A message may contain a caller's text, so its line breaks begin no line of the
 * log, and an error has no stack: a flood of errors would fill the disk.
 */
function formatValue(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : value instanceof Error
        ? `${value.name}: ${value.message}`
        : inspect(value, { breakLength: Infinity, compact: true });
  return printable(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} ...` : text);
}

/** True for an error that is an answer to a caller, such as a table that is not there, or data that does not fit. */
function isAnswer(value: unknown): boolean {
  if (!(value instanceof Error)) return false;
  const { status, statusCode, code } = value as { status?: unknown; statusCode?: unknown; code?: unknown };
  const answered = Number(status ?? statusCode ?? 0);
  return (answered >= 400 && answered < 500) || (typeof code === 'string' && /^(PGRST|22)/.test(code));
}

let isQuiet = false;

/**
 * Replaces the process's `console` methods. The layer below prints each refused statement with its stack and
 * parameters. Refusals are normal here (a policy, a duplicate), and parameters are people's data, which must not be
 * logged. Control characters are escaped, so that no output acts on the operator's terminal.
 */
export function keepDataOutOfTheLog(): void {
  if (isQuiet) return;
  isQuiet = true;
  const { warn, error: print } = console;
  console.warn = (...args: unknown[]) => {
    // The layer calls its storage experimental. It is tested here, and production uses a hosted project.
    if (!String(args[0]).startsWith('EXPERIMENTAL FEATURES ENABLED')) warn(...args.map(formatValue));
  };
  console.error = (...args: unknown[]) => {
    const error = args.find(
      (arg): arg is { code: string; message: string } =>
        typeof arg === 'object' && arg !== null && 'severity' in arg && 'code' in arg,
    );
    const line = error ? logLineOf(error) : null;
    const full = error ? undefined : args.find(isDiskFull);
    if (full) print(printable(`The disk is full: ${(full as Error).message}`));
    else if (line !== null) print(formatValue(line));
    else if (!error && !args.some(isAnswer)) print(...args.map(formatValue));
  };
}
