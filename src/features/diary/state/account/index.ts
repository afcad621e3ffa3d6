export { lazyDiarySync } from './lazy.ts';
