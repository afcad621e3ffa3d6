import { tracksOfMatroska } from './matroska.ts';
import { tracksOfMp4, type Tracks } from './mp4.ts';

/** The tracks of an MP4, QuickTime, WebM or Matroska file. */

/** The tracks of a file; null when it cannot be parsed, for instance because it was cut off. */
export function tracksIn(bytes: Uint8Array): Tracks | null {
  const tracks = bytes[0] === 0x1a && bytes[1] === 0x45 ? tracksOfMatroska(bytes) : tracksOfMp4(bytes);
  return tracks.video || tracks.sound.length > 0 ? tracks : null;
}
