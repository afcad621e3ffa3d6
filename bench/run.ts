import { BENCHES } from './benches.ts';
import { runCommand, type Asked } from './options.ts';

/** `npm run bench:NAME`: reads the command line, and imports the bench when there is something to measure. */

type Name = keyof typeof BENCHES;

const RUNS: { [N in Name]: () => Promise<{ run(asked: Asked<(typeof BENCHES)[N]>): Promise<void> | void }> } = {
  accuracy: () => import('./accuracy/run.ts'),
  steady: () => import('./steady/run.ts'),
  speed: () => import('./speed/run.ts'),
  live: () => import('./live/run.ts'),
  page: () => import('./page/run.ts'),
  scale: () => import('./scale/run.ts'),
  latency: () => import('./latency/run.ts'),
};

const [name = '', ...args] = process.argv.slice(2);

const measure = <N extends Name>(bench: N): Promise<void> =>
  runCommand(BENCHES[bench], args, async (asked) => {
    // The import compiles kernels and pages, which may take a minute on a slow machine.
    console.error(`Preparing bench:${bench} ...`);
    await (await RUNS[bench]()).run(asked);
  });

const known = Object.keys(BENCHES) as Name[];
const chosen = known.find((one) => one === name);
if (chosen === undefined) {
  console.error(`There is no bench "${name}": there are ${known.join(', ')}.`);
  process.exitCode = 1;
} else await measure(chosen);
