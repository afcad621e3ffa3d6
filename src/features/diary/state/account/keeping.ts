import { proxy, subscribe } from 'valtio';
import { outbox } from '../../../outbox/backend/index.ts';
import { ownerId, session, sessionSignal } from '../../../members/state/session/index.ts';
import { notify } from '../../../../core/shell/notices.ts';
import { accountIndex } from '../../backend/accountDiary.ts';
import { changePlan, readPlan, type AccountPlan } from '../../backend/accountPlan.ts';
import { onDiaryChange } from '../../backend/diaryStore.ts';
import { syncSoon } from './plan.ts';

/** The switch of the diary in the account, as the screen shows it. */
export const keeping = proxy<{
  /** What is wanted, also before the account has heard of it. */
  on: boolean;
  /** Something is not in the account yet. */
  waiting: boolean;
  trouble: AccountPlan['trouble'];
}>({ on: false, waiting: false, trouble: null });

async function refresh(): Promise<void> {
  const member = ownerId();
  try {
    if (member === null) return void Object.assign(keeping, { on: false, waiting: false, trouble: null });
    const plan = await readPlan(member);
    const jobs = await outbox.entries('diary');
    if (member !== ownerId()) return;
    Object.assign(keeping, {
      on: plan.wanted ?? plan.keeping,
      waiting: jobs.some(({ ownerId: of, attempts }) => of === member && attempts > 0),
      trouble: plan.trouble,
    });
  } catch {
    // What was shown stays.
  }
}

/** Asks the account whether it keeps the diary, since another device may have switched that, and synchronises. */
async function look(): Promise<void> {
  const member = ownerId();
  if (member === null) return;
  const { keeping: known, wanted } = await readPlan(member);
  if (!known && wanted === null) {
    if ((await accountIndex({ ownerId: member, signal: sessionSignal() })) === null) return;
    await changePlan(member, () => ({ keeping: true }));
  }
  await syncSoon();
}

/** Follows the switch until the returned end is called, and synchronises for whoever is signed in. */
export function followKeeping(): () => void {
  const follow = () => void refresh();
  let member = ownerId();
  // Without a connection the screen shows what this device knows.
  const lookNow = () => void look().catch(() => undefined);
  const ends = [
    onDiaryChange(follow),
    outbox.onChanged(follow),
    subscribe(session, () => {
      if (member === ownerId()) return;
      member = ownerId();
      follow();
      lookNow();
    }),
  ];
  follow();
  lookNow();
  return () => {
    for (const end of ends) end();
  };
}

/** Switches it on or off; the account hears of it as soon as there is a connection. */
export async function setKeeping(wanted: boolean): Promise<void> {
  const member = ownerId();
  if (member === null) return;
  try {
    await changePlan(member, () => ({ wanted, trouble: null }));
    await syncSoon();
  } catch {
    notify({ kind: 'error', title: 'It could not be switched.', key: 'diary' });
  }
}
