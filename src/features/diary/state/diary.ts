import { proxy, ref, subscribe } from 'valtio';
import { keepFormer, setCurrentFragrance } from '../../fragrance/state/index.ts';
import type { Fragrance } from '../../fragrance/domain/index.ts';
import { ownerId, session } from '../../members/state/session/index.ts';
import { stopPlaying } from '../../instruments/state/playback/index.ts';
import { notify } from '../../../core/shell/notices.ts';
import { onDiaryChange, pressEntries, readDiary, removeEntries } from '../backend/diaryStore.ts';
import { entriesByDay } from '../domain/calendar/calendar.ts';
import type { Day } from '../domain/calendar/days.ts';
import type { DiaryEntry } from '../domain/entry.ts';
import { followKeeping } from './account/keeping.ts';
import { noteStruck, syncSoon } from './account/plan.ts';
import { isVisibleTo, keysOf, visibleTo } from './visible.ts';
import { takeOver } from './takeOver.ts';

/** The diary as its screen shows it. The entries are replaced whole. */
export const diary = proxy<{
  status: 'loading' | 'ready' | 'failed';
  byDay: ReadonlyMap<Day, DiaryEntry[]>;
  count: number;
  /** Rows of the device that cannot be read. */
  unreadable: number;
  /** False where the browser keeps nothing. */
  lasts: boolean;
}>({ status: 'loading', byDay: ref(new Map()), count: 0, unreadable: 0, lasts: true });

/** True for an entry that whoever is here now may see. */
const isVisible = (entry: Pick<DiaryEntry, 'owner'>): boolean => isVisibleTo(entry, ownerId());

async function reload(): Promise<void> {
  try {
    const { entries, unreadable, lasts } = await readDiary();
    const visible = visibleTo(entries, ownerId());
    Object.assign(diary, {
      byDay: ref(entriesByDay(visible)),
      count: visible.length,
      unreadable: unreadable.filter((owner) => isVisible({ owner })).length,
      lasts,
      status: 'ready',
    });
  } catch {
    if (diary.status === 'loading') diary.status = 'failed';
  }
}

/** Loads the diary and follows it, what other tabs do and who is logged in, until the returned end is called. */
export function openDiary(): () => void {
  const follow = () => void reload();
  const ends = [onDiaryChange(follow), subscribe(session, follow)];
  let ended = false;
  void takeOver()
    // A device that is full shows what it has.
    .catch(() => undefined)
    .then(() => {
      // What was taken over goes into the account as well.
      if (!ended) ends.push(followKeeping());
      return reload();
    });
  return () => {
    ended = true;
    for (const end of ends) end();
  };
}

const failed = (title: string): void =>
  notify({ kind: 'error', title, description: 'This browser does not let Accord keep data.', key: 'diary' });

/** Presses an entry like a flower, or takes it out of the press. */
export async function press(id: string, pressed: boolean): Promise<void> {
  await pressEntries(keysOf(id, ownerId()), pressed).then(syncSoon, () => failed('It could not be pressed.'));
}

/** Deletes one entry, in the account as well. @returns true when it is gone here */
export async function deleteEntry(id: string): Promise<boolean> {
  try {
    await noteStruck([id]);
    await removeEntries(
      (entry) => entry.id === id && isVisible(entry),
      () => false,
    );
    await syncSoon();
    return true;
  } catch {
    failed('It could not be deleted.');
    return false;
  }
}

/** Deletes all entries that are shown, what cannot be read, and all of the account. @returns true when they are gone here */
export async function deleteDiary(): Promise<boolean> {
  try {
    const { entries } = await readDiary();
    await noteStruck(
      entries.filter(isVisible).map(({ id }) => id),
      true,
    );
    await removeEntries(isVisible, isVisible);
    await syncSoon();
    return true;
  } catch {
    failed('The diary could not be deleted.');
    return false;
  }
}

/** Makes a fragrance of the diary the current one, and keeps the one at hand for one step back. */
export function bringToHand(fragrance: Fragrance): void {
  stopPlaying();
  keepFormer();
  setCurrentFragrance(fragrance);
}
