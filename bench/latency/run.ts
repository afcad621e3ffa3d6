import { parseArgs } from 'node:util';
import { wholeNumber } from '#bench/command.ts';

/** `npm run bench:latency`: the command line; measure.ts measures. */

export const HELP_TEXT = `usage: npm run bench:latency -- [options]

Measures how long a touch takes to become sound, how soon a key shows it, what a context costs,
and dropouts, in a browser.

  --events N      events of each kind (264)
  --soak SECONDS  how long 32 voices of the heaviest tone sound (60)`;

/** @throws CommandError */
export function command(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '264' },
      soak: { type: 'string', default: '60' },
      json: { type: 'boolean', default: false },
    },
  });
  const events = wholeNumber('--events', values.events, 1);
  const soak = wholeNumber('--soak', values.soak, 3, 86_400);
  return async () => (await import('./measure.ts')).measureLatency(events, soak, values.json);
}
