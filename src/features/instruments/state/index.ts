export { lazyOpenMidi } from './lazy.ts';
