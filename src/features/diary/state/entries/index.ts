export { enterInDiary } from './enter.ts';
export { lazyEntries } from './lazy.ts';
