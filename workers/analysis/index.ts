import { program } from 'virtual:kernels';
import { installProgram } from './analyze.ts';

/**
 * `@accord/analysis`: the API of `analyze.ts` with kernels in WebAssembly where available, a reader of PCM files (WAVE
 * and variants, AIFF), and the names of pitches.
 */

installProgram(program);

export * from './analyze.ts';
export { mixToMono } from './dsp/mix.ts';
export { PcmError, readPcm, type Pcm, type PcmErrorCode } from './pcm/index.ts';
export { hzOfMidi, midiName, midiOfHz, noteCodeOf, type NoteCode } from './values/pitch.ts';
export type * from './values/timbre.ts';
