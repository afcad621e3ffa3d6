export { shareId, shareRecordSchema, type ShareRecord } from './communitySchema.ts';
export { offerWords } from './shop.ts';
export { playlistPath } from './playlist.ts';
