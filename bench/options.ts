import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** The command lines of the benches: what each takes is declared once, read by one parser, and printed by `--help`. */

/** A sentence for the person who started a command; it is printed without a stack, and the exit code is 1. */
export class Refusal extends Error {}

/** Reads a value, or throws a `Refusal` that begins with `name`. */
type Reader<T> = (text: string, name: string) => T;

export interface Option<T> {
  /** What follows its name, as `FOLDER`; null for a switch. */
  value: string | null;
  /** One line for `--help`. */
  about: string;
  /** Its value where it is not named. */
  fallback: T;
  read: Reader<T>;
  /** Whether a run with it measures only a part of what the bench measures. */
  narrows: boolean;
}

/** What follows the options: up to `most` values of one kind. */
interface Words<T> {
  value: string;
  about: string;
  least: number;
  most: number;
  read: Reader<T>;
}

/** What a command takes. */
export interface Command {
  /** As a person starts it. */
  start: string;
  about: string;
  options: Readonly<Record<string, Option<unknown>>>;
  words?: Words<unknown>;
  /** Refuses values that do not fit together, before the command makes anything. @throws Refusal */
  check?(asked: never): void;
}

/** What was asked for: the value of each option, the words, and whether the run is narrowed. */
export type Asked<C extends Command> = {
  [N in keyof C['options']]: C['options'][N] extends Option<infer T> ? T : never;
} & {
  words: C extends { words: Words<infer T> } ? T[] : [];
  isNarrowed: boolean;
};

export const toggle = (about: string): Option<boolean> => ({
  value: null,
  about,
  fallback: false,
  read: () => true,
  narrows: false,
});

interface Range {
  from: number;
  to?: number;
}

const numeric =
  (kind: string, form: RegExp, { from, to = 1e9 }: Range): Reader<number> =>
  (text, name) => {
    const value = form.test(text) ? Number(text) : Number.NaN;
    if (value >= from && value <= to) return value;
    const range = to === 1e9 ? `${from} on` : `${from} to ${to}`;
    throw new Refusal(`${name} takes a ${kind} from ${range}, not "${text}".`);
  };

/** Reads a whole number in decimal digits. */
export const wholeNumber = (range: Range): Reader<number> => numeric('whole number', /^\d+$/, range);

/** Reads a decimal number. */
export const decimalNumber = (range: Range): Reader<number> => numeric('number', /^\d+(\.\d+)?$/, range);

/** Reads text that is not empty. */
export const text: Reader<string> = (given, name) => {
  if (given === '') throw new Refusal(`${name} takes a value that is not empty.`);
  return given;
};

/** Reads one of the names that there are. */
export const oneOf =
  <const N extends string>(known: readonly N[]): Reader<N> =>
  (given, name) => {
    const found = known.find((one) => one === given);
    if (found !== undefined) return found;
    throw new Refusal(`${name} does not know "${given}": there are ${known.join(', ')}.`);
  };

/** Reads values with commas between them. */
export const listOf =
  <T>(read: Reader<T>): Reader<T[]> =>
  (given, name) =>
    given.split(',').map((one) => read(one, name));

/** Reads the path of a folder that exists. */
export const folder: Reader<string> = (given, name) => {
  const path = resolve(given);
  if (given === '' || !existsSync(path)) throw new Refusal(`${name}: there is no folder ${given}.`);
  if (!statSync(path).isDirectory()) throw new Refusal(`${name}: ${given} is no folder.`);
  return path;
};

/** Reads the path of a folder that may have to be made. */
export const newFolder: Reader<string> = (given, name) => {
  const path = resolve(given);
  return given === '' || existsSync(path) ? folder(given, name) : path;
};

/** Reads the path of a file that exists. */
export const file: Reader<string> = (given, name) => {
  const path = resolve(given);
  if (given === '' || !existsSync(path) || statSync(path).isDirectory())
    throw new Refusal(`${name}: there is no file ${given}.`);
  return path;
};

/** Reads the path of a file that can be written: its folder exists. */
export const newFile: Reader<string> = (given, name) => {
  const path = resolve(given);
  if (given === '' || (existsSync(path) && statSync(path).isDirectory()))
    throw new Refusal(`${name} takes the name of a file, not "${given}".`);
  folder(dirname(path), name);
  return path;
};

/** An option that has a value wherever it is not named. */
export const option = <T>(value: string, about: string, read: Reader<T>, fallback: T): Option<T> => ({
  value,
  about,
  fallback,
  read,
  narrows: false,
});

/** An option that is null where it is not named. */
export const optional = <T>(value: string, about: string, read: Reader<T>): Option<T | null> =>
  option<T | null>(value, about, read, null);

/** An option that lets the bench measure only a part of what it measures. */
export const narrowing = <T>(given: Option<T>): Option<T> => ({ ...given, narrows: true });

const defaultText = (fallback: unknown): string =>
  fallback === null || typeof fallback === 'boolean' || (Array.isArray(fallback) && fallback.length === 0)
    ? ''
    : ` (${String(fallback)})`;

/** What `--help` prints: a line for each option. */
export function helpOf({ start, about, options, words }: Command): string {
  const rows = [
    ...(words === undefined ? [] : [[words.value, words.about]]),
    ...Object.entries(options).map(([name, { value, about: does, fallback }]) => [
      value === null ? `--${name}` : `--${name} ${value}`,
      does + (value === null ? '' : defaultText(fallback)),
    ]),
    ['--help', 'print this'],
  ];
  const width = Math.max(...rows.map(([name]) => name!.length));
  const usage = words === undefined ? `${start} [options]` : `${start} [options] ${words.value}`;
  return [`usage: ${usage}`, '', about, '', ...rows.map(([name, does]) => `  ${name!.padEnd(width)}  ${does}`)].join(
    '\n',
  );
}

/** The sentence for what Node's parser refuses; the advice that it adds does not fit here. */
function refusedByNode(error: unknown, start: string): Refusal {
  const message = (error as Error).message;
  const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1];
  const named = /^Option '(?:-\w, )?(--[^ ']+)/.exec(message)?.[1] ?? 'an option';
  const why = message.includes('does not take')
    ? `${named} takes no value`
    : unknown === undefined
      ? `${named} needs a value`
      : `there is no option ${unknown}`;
  return new Refusal(`${why[0]!.toUpperCase()}${why.slice(1)}: \`${start} --help\` lists what there is.`);
}

function parsed({ start, options }: Command, args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: Object.fromEntries([
        ['help', { type: 'boolean' as const }],
        ...Object.entries(options).map(
          ([name, { value }]) => [name, { type: value === null ? ('boolean' as const) : ('string' as const) }] as const,
        ),
      ]),
      allowPositionals: true,
    });
  } catch (error) {
    throw refusedByNode(error, start);
  }
}

/**
 * Reads a command line. Returns null where it asks for help.
 * @throws Refusal for what the command does not take
 */
export function readCommand<C extends Command>(command: C, args: readonly string[]): Asked<C> | null {
  const { values: given, positionals } = parsed(command, args);
  if (given['help'] === true) return null;
  const { start, options, words } = command;
  const { least, most } = words ?? { least: 0, most: 0 };
  const extra = positionals[most];
  if (extra !== undefined) throw new Refusal(`"${extra}" is too much: \`${start} --help\` lists what there is.`);
  if (positionals.length < least)
    throw new Refusal(`${words!.value} is missing: \`${start} --help\` lists what there is.`);
  const read = Object.entries(options).map(([name, { fallback, read: reader }]) => {
    const value = given[name];
    return [name, value === undefined ? fallback : reader(String(value), `--${name}`)];
  });
  const values = Object.fromEntries(read) as Record<string, unknown>;
  command.check?.(values as never);
  return {
    ...values,
    words: positionals.map((word) => words!.read(word, words!.value)),
    isNarrowed: Object.entries(options).some(([name, { narrows }]) => narrows && given[name] !== undefined),
  } as Asked<C>;
}

/** Prints a refusal and lets the process fail; @throws every other error */
function printRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Reads the command line of this process, which ends here where it asks for help or for what the command does not take. */
export function commandLine<C extends Command>(command: C): Asked<C> {
  try {
    const asked = readCommand(command, process.argv.slice(2));
    if (asked !== null) return asked;
    console.log(helpOf(command));
  } catch (error) {
    printRefusal(error);
  }
  return process.exit();
}

/** Runs a command: prints its help, or a refusal in one sentence with exit code 1, in place of a stack. */
export async function runCommand<C extends Command>(
  command: C,
  args: readonly string[],
  run: (asked: Asked<C>) => Promise<void> | void,
): Promise<void> {
  try {
    const asked = readCommand(command, args);
    if (asked === null) console.log(helpOf(command));
    else await run(asked);
  } catch (error) {
    printRefusal(error);
  }
}
