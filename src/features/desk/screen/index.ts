export { lazyDesk } from './lazy.ts';
