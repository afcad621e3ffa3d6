import { parseArgs } from 'node:util';
import { wholeNumber } from '#bench/command.ts';
import { PEER_NAMES, peersOf } from '#bench/transcribers/index.ts';

/** `npm run bench:speed`: the command line; measure.ts measures. */

export const HELP_TEXT = `usage: npm run bench:speed -- [options]

Measures the speed of each engine, the wait at the end of a recording, and the memory over minutes.

  --passes N         passes that are measured (5)
  --minutes N        length of the recording whose memory is measured (10)
  --peers NAME,NAME  ${PEER_NAMES.join(', ')}; or all, or none`;

/** @throws CommandError */
export function command(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      passes: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '10' },
      peers: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const passes = wholeNumber('--passes', values.passes, 1);
  const minutes = wholeNumber('--minutes', values.minutes, 1);
  const peers = peersOf(values.peers);
  return async () => (await import('./measure.ts')).measureSpeed(passes, minutes, peers, values.json);
}
