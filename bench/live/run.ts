import { parseArgs } from 'node:util';
import { corpusOf } from '#bench/accuracy/run.ts';
import { refuseUnknownKinds } from '#bench/accuracy/corpus.ts';
import { chosenOf, listOf, CommandError, wholeNumber } from '#bench/command.ts';

/** `npm run bench:live`: the command line; onScreen.ts measures in Chromium, notes.ts in Node. */

const VOICES = ['sung', 'flute', 'pluck', 'reed', 'hum', 'saw', 'sine'] as const;

export const HELP_TEXT = `usage: npm run bench:live -- [options]

Measures from a note's onset at the microphone to its name on the create screen.

  --passes N              recordings of 20 notes, of each kind of sound (4)
  --kinds KIND,KIND       ${VOICES.join(', ')} (sung,flute,pluck)
  --corpus CORPUS,CORPUS  measure which notes the view shows of generated, generated:NAME or a folder, without a browser
  --only KIND,KIND        kinds of sound of --corpus`;

/** @throws CommandError */
export function command(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      passes: { type: 'string', default: '4' },
      kinds: { type: 'string' },
      corpus: { type: 'string' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { json } = values;
  const only = listOf(values.only);
  const corpora = listOf(values.corpus)?.map(corpusOf);
  if (corpora !== undefined) {
    refuseUnknownKinds(only, corpora);
    return async () => (await import('./notes.ts')).measureNotes(corpora, only, json);
  }
  if (only !== null) throw new CommandError('--only chooses kinds of sound of --corpus; without it there is --kinds.');
  const passes = wholeNumber('--passes', values.passes, 1);
  const chosen = chosenOf('--kinds', values.kinds, VOICES);
  const kinds = chosen ?? (['sung', 'flute', 'pluck'] as const);
  return async () => (await import('./onScreen.ts')).measureOnScreen(passes, kinds, chosen !== null, json);
}
