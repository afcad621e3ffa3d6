export { shareId, shareRecordSchema, type ShareRecord } from './communitySchema.ts';
export { playlistPath } from './playlist.ts';
