import { isOwnDevice } from '../../members/state/session/index.ts';
import type { EntryKey } from '../backend/diaryStore.ts';
import type { DiaryEntry } from '../domain/entry.ts';

/** True for an entry that is shown to a member (null: a visitor): their own, and those without an account where these are theirs. */
export const isVisibleTo = ({ owner }: Pick<DiaryEntry, 'owner'>, member: string | null): boolean =>
  owner === member || (owner === null && member !== null && isOwnDevice(member));

/** The keys under which a member (null: a visitor) may see an entry; their own is the first. */
export const keysOf = (id: string, member: string | null): EntryKey[] =>
  (member === null ? [null] : [member, null])
    .filter((owner) => isVisibleTo({ owner }, member))
    .map((owner) => ({ owner, id }));

/** The entries that a member (null: a visitor) may see, each fragrance once: their own before one that was made without an account. */
export function visibleTo(entries: readonly DiaryEntry[], member: string | null): DiaryEntry[] {
  const visible = entries.filter((entry) => isVisibleTo(entry, member));
  const own = new Set(visible.filter(({ owner }) => owner === member).map(({ id }) => id));
  return visible.filter(({ id, owner }) => owner === member || !own.has(id));
}
