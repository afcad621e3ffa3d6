import { analyzeCommand } from './analyzeCommand.ts';

/** `npm run --silent analyze -- FILE.wav [--json]`: the engine on the command line. */

const { out, error, code } = await analyzeCommand(process.argv.slice(2));
if (out !== undefined) console.log(out);
if (error !== undefined) console.error(error);
process.exitCode = code;
