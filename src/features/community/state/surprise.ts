import { chanceFragrance } from '../backend/playlist.ts';
import { playlistPath } from '../domain/playlist.ts';
import { localPlaylist } from './playlist.ts';

/** The last one, so that the next press leads elsewhere. */
let seen: string | null = null;

/**
 * The path of a public fragrance by chance; without a connection of one that this device knows. Null when there is none.
 */
export async function surprisePath(): Promise<string | null> {
  const drawn = await chanceFragrance(seen).catch(() => {
    const known = localPlaylist().filter(({ id }) => id !== seen);
    return known[Math.floor(Math.random() * known.length)] ?? null;
  });
  if (drawn === null) return null;
  seen = drawn.id;
  return playlistPath(drawn.name, drawn.id);
}
