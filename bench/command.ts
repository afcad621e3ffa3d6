import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Options and parsing common to the command lines of the benches; uses `parseArgs` of Node. */

/** A sentence for the developer who started a command; it is printed without a stack, and the exit code is 1. */
export class CommandError extends Error {}

/** The values between commas; null where nothing was named. */
export const listOf = (text: string | undefined): string[] | null => text?.split(',') ?? null;

/** The values between commas, of those that there are; null where nothing was named. @throws CommandError */
export function chosenOf<const N extends string>(
  name: string,
  text: string | undefined,
  known: readonly N[],
): N[] | null {
  const unknown = listOf(text)?.find((one) => !known.some((other) => other === one));
  if (unknown !== undefined)
    throw new CommandError(`${name} does not know "${unknown}": there are ${known.join(', ')}.`);
  return listOf(text) as N[] | null;
}

/** A whole number in decimal digits. @throws CommandError */
export function wholeNumber(name: string, text: string, from: number, to = 1e9): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= from && value <= to) return value;
  throw new CommandError(`${name} takes a whole number from ${from} to ${to}, not "${text}".`);
}

/** The path of a folder that exists. @throws CommandError */
export function folderOf(name: string, text: string): string {
  const path = resolve(text);
  if (text === '' || !existsSync(path)) throw new CommandError(`${name}: there is no folder "${text}".`);
  if (!statSync(path).isDirectory()) throw new CommandError(`${name}: ${text} is no folder.`);
  return path;
}

/** The sentence for an error of the command line, of `parseArgs` too. @throws every other error */
export function sentenceOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
  return `${/^.*?(?=\.(?:\s|$)|$)/s.exec(message)![0]}: --help lists what there is.`;
}

/** Runs a command: prints its help, or a refusal in one sentence with exit code 1, in place of a stack. */
export async function runCommand(help: string, args: string[], run: () => Promise<void>): Promise<void> {
  if (args.includes('--help')) {
    console.log(
      `${help}\n\n--json, but for training, prints figures as JSON on standard output, all else on standard error.`,
    );
    return;
  }
  try {
    await run();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}
