export { lazyDiary } from './lazy.ts';
