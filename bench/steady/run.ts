import { parseArgs } from 'node:util';
import { GENERATED_CORPUS, refuseUnknownKinds } from '#bench/accuracy/corpus.ts';
import { folderOf, listOf } from '#bench/command.ts';

/** `npm run bench:steady`: the command line; measure.ts measures. */

export const HELP_TEXT = `usage: npm run bench:steady -- [options]

Measures whether a sound keeps its notes when it begins 11 ms later or is softer.

  --corpus FOLDER      WAVE files to measure in place of the generated ones
  --only KIND,KIND     measure these kinds of sound
  --guard              compare our figures with the accepted ones; exit code 1 if a kind lost more than 2 points
  --accept             write our figures into bench/guard/accepted.json`;

/** @throws CommandError */
export function command(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      corpus: { type: 'string' },
      only: { type: 'string' },
      guard: { type: 'boolean', default: false },
      accept: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const only = listOf(values.only);
  const corpus = values.corpus === undefined ? null : folderOf('--corpus', values.corpus);
  refuseUnknownKinds(only, [corpus ?? GENERATED_CORPUS]);
  return async () => (await import('./measure.ts')).measureSteadiness(corpus, only, values);
}
