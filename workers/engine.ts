import { program } from 'virtual:kernels';
import { installProgram } from './ear/analysis/index.ts';

/**
 * The engine as a package (docs/engine.md): the API of `analysis/index.ts`, with kernels in WebAssembly where available, a
 * reader of PCM files (WAVE and variants, AIFF, CAF, AU), and the conversion to a fragrance. `npm run build:engine`
 * bundles it.
 */

installProgram(program);

export * from './ear/analysis/index.ts';
export { PcmError, readPcm, type Pcm } from './ear/pcm/index.ts';
export { mixToMono } from './ear/analysis/dsp/mix.ts';
export { peaksOf } from '../src/features/fragrance/domain/index.ts';
export { fragranceOfAnalysis } from '../src/features/fragrance/domain/index.ts';
