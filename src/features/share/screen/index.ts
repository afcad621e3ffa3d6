export { lazyAnswer, lazyShare } from './lazy.ts';
