import { parseArgs } from 'node:util';
import { whyNoStandIn } from '#tests/hosted/postgres/binaries.ts';
import { CommandError, wholeNumber } from '#bench/command.ts';

/** `npm run bench:scale`: the command line; measure.ts measures. */

const DEFAULT_SIZES = ['1000', '10000', '100000'];

export const HELP_TEXT = `usage: npm run bench:scale -- [options] [SIZE ...]

Measures how long the playlist, its search, the profile and publishing take as the table grows.

  SIZE ...  numbers of public fragrances (${DEFAULT_SIZES.join(' ')})
  --hosted  ask real Postgres and PostgREST (Linux x64)
  --quick   ask fewer times, and judge nothing`;

/** @throws CommandError */
export function command(args: string[]): () => Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      hosted: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const { hosted, quick, json } = values;
  const sizes = (positionals.length > 0 ? positionals : DEFAULT_SIZES)
    .map((size) => wholeNumber('SIZE', size, 10, 100_000_000))
    .sort((a, b) => a - b);
  const reason = hosted ? whyNoStandIn() : null;
  if (reason !== null) throw new CommandError(`There is no real Postgres here: ${reason}.`);
  return async () => (await import('./measure.ts')).measureScale(sizes, hosted, quick, json);
}
