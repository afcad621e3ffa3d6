import { program } from '#analysis/build/program.ts';
import { installProgram } from '#analysis/analyze.ts';

/** Imported for its effect: the engine runs with the kernels that it has in the app. */
installProgram(program);
