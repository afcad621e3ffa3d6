import { subscribeKey } from 'valtio/utils';
import { ownerId, session } from './session.ts';

/**
 * Calls `clear` when another member signs in or the member leaves, until the page closes: the data of one member
 * is never shown to another.
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
