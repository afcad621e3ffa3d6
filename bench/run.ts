import { runCommand } from './command.ts';

/** `npm run bench:NAME`: reads the command line, and then imports the bench. */

export interface Bench {
  /** Text of `--help`. */
  HELP_TEXT: string;
  /** Reads the arguments and returns the function that measures. Makes nothing. @throws CommandError */
  command(args: string[]): () => Promise<void>;
}

const BENCHES: Record<string, () => Promise<Bench>> = {
  accuracy: () => import('#bench/accuracy/run.ts'),
  steady: () => import('#bench/steady/run.ts'),
  speed: () => import('#bench/speed/run.ts'),
  live: () => import('#bench/live/run.ts'),
  latency: () => import('#bench/latency/run.ts'),
  page: () => import('./page.ts'),
  scale: () => import('#bench/scale/run.ts'),
  training: () => import('#bench/training/run.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = BENCHES[name];
if (load === undefined) {
  console.error(`There is no bench "${name}": there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 1;
} else {
  const { HELP_TEXT, command } = await load();
  await runCommand(HELP_TEXT, args, async () => {
    const measure = command(args);
    // The imports compile kernels and pages, which may take a minute on a slow machine.
    console.error(`Preparing bench:${name} ...`);
    await measure();
  });
}
