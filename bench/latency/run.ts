import { parseArgs } from 'node:util';
import { wholeNumber } from '../command.ts';

/** `npm run bench:latency`: the command line; measure.ts measures. */

export const HELP = `usage: npm run bench:latency -- [options]

Measures how long a touch takes to become sound, in a browser.

  --events N  events of each kind (264)`;

/** @throws Refusal */
export function command(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '264' },
      json: { type: 'boolean', default: false },
    },
  });
  const events = wholeNumber('--events', values.events, 1);
  return async () => (await import('./measure.ts')).measureLatency(events, values.json);
}
