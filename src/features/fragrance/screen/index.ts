export { lazyCustomize, lazyResults } from './lazy.ts';
