export { entryOf, readEntry, type DiaryEntry } from './entry.ts';
