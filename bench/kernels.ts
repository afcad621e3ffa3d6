import { program } from '../workers/ear/build/program.ts';
import { installProgram } from '../workers/ear/analysis/index.ts';

/** Imported for its effect: the engine runs with the kernels that it has in the app. */
installProgram(program);
