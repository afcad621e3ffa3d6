export { lazyShare } from './lazy.ts';
