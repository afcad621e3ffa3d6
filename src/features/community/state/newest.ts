import { listPublicFragrances } from '../backend/playlist.ts';
import type { PlaylistCard } from './playlist.ts';

/** How many stand under the home screen. */
const NEWEST = 6;

/** The newest public fragrances; none where they cannot be had. */
export async function newestFragrances(signal: AbortSignal): Promise<PlaylistCard[]> {
  try {
    return (await listPublicFragrances({ pageSize: NEWEST }, { signal })).items;
  } catch {
    return [];
  }
}
