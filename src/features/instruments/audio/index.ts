export { wavFile } from './playback/wavFile.ts';
export type { Instrument } from './sound/engine.ts';
export type { StepTransport } from './sound/transport.ts';
export { lazyExportSound, lazyMidiReader, lazyTransport } from './lazy.ts';
