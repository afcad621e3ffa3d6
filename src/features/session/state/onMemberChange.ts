import { subscribeKey } from 'valtio/utils';
import { ownerId, session } from './session.ts';

/**
 * Calls at once when another member is signed in, or nobody any more, for the life of the page: what belongs to one
 * member is never shown to another.
 */
export function onMemberChange(clear: () => void): void {
  let holder = ownerId();
  subscribeKey(
    session,
    'user',
    () => {
      if (ownerId() === holder) return;
      holder = ownerId();
      clear();
    },
    true,
  );
}
