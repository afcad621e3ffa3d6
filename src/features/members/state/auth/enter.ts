import type { PendingSession } from '#features/members/backend/pendingSession.ts';

import { codedError } from '#core/values/errors.ts';
import { defaultProfile, type MemberProfile } from '#features/session/domain/member.ts';
import { restoreFragrance } from '../afterLogOut.ts';
import { clearUser, setUser } from '#features/session/state/session.ts';
import { ignoreEvents, listen, profileOf } from './resume.ts';

/** Runs adoptions one after the other: an abandoned one is undone before the next begins. */
let turnOfAdoption: Promise<unknown> = Promise.resolve();

/**
 * Makes a pending session the session of this browser, once its profile is loaded. Nothing is stored before that, so
 * a failure or an abort leaves no session behind.
 * @throws CodedError: `profile` when the row could not be loaded, `aborted` when the caller aborted
 */
export async function activateSession(
  pendingSession: PendingSession,
  { insteadOf, signal, profile }: { insteadOf: string | null; signal?: AbortSignal; profile: 'needed' | 'if it comes' },
): Promise<MemberProfile> {
  const givenUp = () => codedError('aborted', 'Nobody waits for this session any more.');
  const before = turnOfAdoption;
  let leave = (): void => undefined;
  turnOfAdoption = new Promise<void>((resolve) => (leave = resolve));
  const attend = ignoreEvents();
  try {
    if (signal?.aborted) throw givenUp();
    await listen();
    const member = await profileOf(pendingSession.account, () => pendingSession.loadProfile()).catch(
      (error: unknown) => {
        if (profile === 'if it comes') return defaultProfile(pendingSession.account);
        throw codedError('profile', 'The profile could not be loaded.', error);
      },
    );
    await before;
    if (signal?.aborted) throw givenUp();
    await pendingSession.adopt(insteadOf);
    if (signal?.aborted) {
      clearUser();
      throw givenUp();
    }
    setUser(member);
    restoreFragrance(member.id);
    return member;
  } catch (error) {
    void pendingSession.end('local');
    throw error;
  } finally {
    attend();
    leave();
  }
}
