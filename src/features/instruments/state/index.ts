export { lazyOpenMidi, lazyRemix } from './lazy.ts';
