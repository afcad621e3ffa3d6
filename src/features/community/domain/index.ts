export { playlistPath } from './playlist.ts';
