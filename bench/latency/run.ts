import { parseArgs } from 'node:util';
import { wholeNumber } from '../command.ts';

/** `npm run bench:latency`: the command line; measure.ts measures. */

export const HELP = `usage: npm run bench:latency -- [options]

Measures how long a touch takes to become sound, in a browser.

  --events N  events of each kind (264)
  --idle      leave out the events under load
  --json      print the figures as JSON on standard output, all else on standard error
  --help      print this`;

/** @throws Refusal */
export function command(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '264' },
      idle: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const events = wholeNumber('--events', values.events, 1);
  const { idle, json } = values;
  return async () => (await import('./measure.ts')).measureLatency({ events, idle, json });
}
