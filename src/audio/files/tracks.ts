import { tracksOfMatroska } from './matroska.ts';
import { tracksOfMp4 } from './mp4.ts';
import type { Tracks } from './trackList.ts';

/**
 * Which tracks an MP4, QuickTime, WebM or Matroska file has. Our own few lines, as a file from anywhere is walked through on the
 * page's thread: mediabunny 1.61 does not return from some WebM files that are damaged.
 */

/** The tracks of a file; null where it names none, as one that was cut off before it says what it holds. Each byte is passed once. */
export function tracksIn(bytes: Uint8Array): Tracks | null {
  const tracks = bytes[0] === 0x1a && bytes[1] === 0x45 ? tracksOfMatroska(bytes) : tracksOfMp4(bytes);
  return tracks.video || tracks.sound.length > 0 ? tracks : null;
}
