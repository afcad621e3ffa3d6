import { proxy } from 'valtio';
import { LatestTask } from '../../../core/lifetime/scope.ts';
import { isCoded } from '../../../core/values/errors.ts';
import { session, sessionSignal } from '../../members/state/session/index.ts';
import { deskAccess, type Access } from '../backend/desk.ts';
import { showFactor } from '../backend/factor.ts';
import { failureWords } from '../domain/failureWords.ts';

/** Whether the desk is open for the member, as the database says. */
export const access = proxy<{
  /** `away`: the database could not be asked. */
  status: 'asking' | 'away' | Access;
  /** A code is being checked. */
  checking: boolean;
  /** What is wrong with the code. */
  trouble: string | null;
}>({ status: 'asking', checking: false, trouble: null });

const asking = new LatestTask();

/** Options of every call: on behalf of the member who is signed in, and ended with the session. */
export const asMember = () => ({ ownerId: session.user?.id ?? null, signal: sessionSignal() });

/** Asks the database whether the desk is open. With `quietly` the screen stays until it has answered. */
export async function askAccess({ quietly = false }: { quietly?: boolean } = {}): Promise<void> {
  const signal = asking.begin();
  if (!quietly) Object.assign(access, { status: 'asking', trouble: null });
  try {
    const status = await deskAccess(asMember());
    if (!signal.aborted) access.status = status;
  } catch (error) {
    if (signal.aborted) return;
    // A session that is over, or a backend without a desk: there is nothing here.
    const refused = isCoded(error) && ['unauthorized', 'forbidden', 'other_version', 'not_found'].includes(error.code);
    access.status = refused ? 'none' : 'away';
  }
}

/** Checks the code of the second factor, and opens the desk when it is right. */
export async function giveCode(code: string): Promise<void> {
  if (access.checking) return;
  Object.assign(access, { checking: true, trouble: null });
  try {
    await showFactor(code);
    await askAccess({ quietly: true });
  } catch (error) {
    access.trouble = isCoded(error, 'rejected')
      ? 'This code is not right. Please enter the newest one.'
      : failureWords(error);
  } finally {
    access.checking = false;
  }
}
