import { program } from '../workers/build/program.ts';
import { installProgram } from '../workers/analysis/index.ts';

/** Imported for its effect: the engine runs with the kernels that it has in the app. */
installProgram(program);
