import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import Diary from '../../../src/features/diary/screen/diary/Diary.tsx';
import { changePlan, forgetPlan, readPlan } from '../../../src/features/diary/backend/accountPlan.ts';
import { addEntries, readDiary, removeEntries, setTakenOver } from '../../../src/features/diary/backend/diaryStore.ts';
import { diary } from '../../../src/features/diary/state/diary.ts';
import { entriesInFile } from '../../../src/features/diary/state/files.ts';
import { forgetOffered } from '../../../src/features/members/state/afterLogOut.ts';
import { session } from '../../../src/features/members/state/session/index.ts';
import { outbox } from '../../../src/features/outbox/backend/index.ts';
import { entryAt } from '../../fixtures/diary.ts';
import { allByRole, byRole, mount, press, text } from '../support/mount.tsx';

/** The switch of the diary in an account, on this side of the connection; the other side: tests/backend/diary/. */

const ADA = 'ada';
const logIn = (id: string | null) => {
  session.user = id === null ? null : ({ id, email: `${id}@example.com` } as NonNullable<typeof session.user>);
};

beforeEach(async () => {
  localStorage.clear();
  await removeEntries();
  await forgetPlan(ADA);
  await setTakenOver();
  for (const { id } of await outbox.entries('diary')) await outbox.remove(id);
});
afterEach(() => logIn(null));

async function opened(): Promise<void> {
  diary.status = 'loading';
  await mount(
    <Router>
      <Diary />
    </Router>,
  );
  await expect.poll(() => text()).toContain('It is yours');
}

const theSwitch = () => byRole('switch', 'Keep it in my account too');
const jobs = async () => (await outbox.entries('diary')).map(({ ownerId }) => ownerId);

test('a visitor has a diary in this browser alone, and no switch', async () => {
  await opened();
  expect(text()).toContain('The diary is kept in this browser alone.');
  expect(allByRole('switch', /./)).toEqual([]);
});

test('a member switches it on and off; both wait for the connection', async () => {
  logIn(ADA);
  await addEntries([entryAt('2026-07-01T12:00:00Z', { owner: ADA })]);
  await opened();
  expect(theSwitch().getAttribute('aria-checked')).toBe('false');
  expect(text()).toContain('The diary is kept in this browser alone, also when you are logged in.');
  await press(theSwitch());
  await expect.poll(() => theSwitch().getAttribute('aria-checked')).toBe('true');
  expect(text()).toContain('The diary is kept in this browser, and in your account.');
  expect(text()).toContain('What is deleted here is gone, in your account as well.');
  expect(await readPlan(ADA)).toMatchObject({ wanted: true, keeping: false });
  await expect.poll(jobs).toContain(ADA);
  const { violations } = await axe.run(document.querySelector('main')!, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await press(theSwitch());
  await expect.poll(() => theSwitch().getAttribute('aria-checked')).toBe('false');
  expect(await readPlan(ADA)).toMatchObject({ wanted: false });
});

test('says why the account takes no more', async () => {
  logIn(ADA);
  await changePlan(ADA, () => ({ keeping: true, trouble: 'full' }));
  await opened();
  await expect.poll(() => text()).toContain('Your account has no room for more of it.');
});

test('a file with everything brings the diary of the account as well, each entry once', () => {
  const [here, there] = [entryAt('2026-07-01T12:00:00Z'), entryAt('2026-07-02T12:00:00Z')];
  const file = { diary_in_account: [there], onThisDevice: { diary: [here, { ...here, inAccount: 'kept' }] } };
  const entries = entriesInFile(JSON.stringify(file))!;
  expect(new Set(entries.map(({ id }) => id))).toEqual(new Set([here.id, there.id]));
  expect(entries.every(({ inAccount }) => inAccount === undefined)).toBe(true);
});

test('what the account has leaves this browser at the log-out, and nothing else', async () => {
  const kept = { ...entryAt('2026-07-01T12:00:00Z', { owner: ADA }), inAccount: 'kept' as const };
  const pressed = { ...entryAt('2026-07-02T12:00:00Z', { owner: ADA }), inAccount: 'changed' as const };
  const others = [entryAt('2026-07-03T12:00:00Z', { owner: ADA }), entryAt('2026-07-04T12:00:00Z')];
  await addEntries([kept, pressed, ...others]);
  await forgetOffered(ADA);
  expect((await readDiary()).entries.map(({ id }) => id).sort()).toEqual(
    [pressed, ...others].map(({ id }) => id).sort(),
  );
});
