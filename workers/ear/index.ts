import { program } from 'virtual:kernels';
import { installProgram } from './analysis/index.ts';

/**
 * `@accord/ear`: the API of `analysis/index.ts` with kernels in WebAssembly where available, a reader of PCM files (WAVE
 * and variants, AIFF), and the names of pitches.
 */

installProgram(program);

export * from './analysis/index.ts';
export { mixToMono } from './analysis/dsp/mix.ts';
export { PcmError, readPcm, type Pcm, type PcmErrorCode } from './pcm/index.ts';
export { hzOfMidi, midiName, midiOfHz, noteCodeOf, type NoteCode } from './values/pitch.ts';
export type * from './values/timbre.ts';
