export { lazyRoom } from './lazy.ts';
