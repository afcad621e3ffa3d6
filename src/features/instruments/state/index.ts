export { lazyOpenMidiFile, lazyRemix } from './lazy.ts';
