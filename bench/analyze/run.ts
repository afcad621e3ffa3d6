import { analyzeCommand } from './command.ts';

/** `npm run --silent analyze -- FILE ...`: the engine on the command line. */

// A reader that has enough, as `head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await analyzeCommand(process.argv.slice(2), {
  stdin: async () => {
    const pieces: Buffer[] = [];
    for await (const piece of process.stdin) pieces.push(piece as Buffer);
    return new Uint8Array(Buffer.concat(pieces));
  },
  out: (piece) => void process.stdout.write(piece),
  error: console.error,
  now: () => performance.now(),
});
