import { forgetDesk } from '../../../src/features/desk/state/forget.ts';
import { access } from '../../../src/features/desk/state/access.ts';
import { NOTES_KEY } from '../../../src/features/desk/state/notes.ts';
import { forgetUser } from '../../../src/features/members/state/session/session.ts';

export { signInAs } from '../support/signedIn.ts';

/** Leaves nothing of a test behind. */
export function leave(): void {
  forgetDesk();
  access.status = 'asking';
  forgetUser();
  localStorage.clear();
  sessionStorage.removeItem(NOTES_KEY);
}
