import type { Fragrance } from '../../fragrance/domain/index.ts';
import {
  FALLBACK_KEY,
  SAVED_KEY,
  loadCurrentFragrance,
  loadFormer,
  readFragrances,
} from '../../fragrance/state/index.ts';
import { ownerId } from '../../members/state/session/index.ts';
import { addEntries, isTakenOver, setTakenOver } from '../backend/diaryStore.ts';
import { zoneHere } from '../domain/calendar/days.ts';
import { entryOf, type DiaryEntry } from '../domain/entry.ts';

/** Takes over, once, the fragrances that this device keeps from before it had a diary, where they have a date. */
export async function takeOver(): Promise<void> {
  if (await isTakenOver()) return;
  const zone = zoneHere();
  const entered = (fragrance: Fragrance | null, owner: string | null): DiaryEntry[] => {
    const entry = fragrance === null ? null : entryOf(fragrance, { zone, owner });
    return entry === null ? [] : [entry];
  };
  const saved = [...readFragrances(FALLBACK_KEY), ...readFragrances(SAVED_KEY)].flatMap(
    ({
      audioData: _sound,
      isPublic: _p,
      creatorId,
      creatorName: _c,
      likes: _l,
      savedAt: _s,
      addedToPlaylistAt: _a,
      ...rest
    }) => entered(rest, creatorId),
  );
  await addEntries([
    ...saved,
    ...[loadFormer(), loadCurrentFragrance()].flatMap((fragrance) => entered(fragrance, ownerId())),
  ]);
  await setTakenOver();
}
