import { isOwnDevice } from '../../members/state/session/index.ts';
import type { DiaryEntry } from '../domain/entry.ts';

/** True for an entry that is shown to a member (null: a visitor): their own, and those without an account where these are theirs. */
export const isVisibleTo = ({ owner }: Pick<DiaryEntry, 'owner'>, member: string | null): boolean =>
  owner === member || (owner === null && member !== null && isOwnDevice(member));
