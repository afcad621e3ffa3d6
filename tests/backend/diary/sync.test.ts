import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { sung } from '../../fixtures/diary.ts';
import type * as App from '../support/diaryEntry.ts';
import { openAppPage, type AppPage } from '../support/page.ts';
import { newMember, startTestServer, type Member } from '../support/testServer.ts';

/** The diary of a member on two devices and in the account, by the app's own state on real pages. */

type DiaryPage = Window & typeof globalThis & { app: typeof App };
interface Kept {
  name: string;
  pressed: boolean;
  inAccount: string | null;
}

let server: RunningServer;
let phone: AppPage;
let laptop: AppPage;
let member: Member;
beforeAll(async () => {
  server = await startTestServer();
  phone = await openAppPage(server, 'tests/backend/support/diaryEntry.ts');
  laptop = await openAppPage(server, 'tests/backend/support/diaryEntry.ts');
  for (const { page } of [phone, laptop])
    await page.evaluate(() => {
      const { registerSender, startOutbox, lazyDiarySync } = (window as DiaryPage).app;
      registerSender('diary', async (_payload, context) => (await lazyDiarySync()).syncDiary(context));
      startOutbox();
    });
});
afterAll(async () => {
  await phone?.close();
  await laptop?.close();
  await server?.close();
});

beforeEach(async () => {
  member = await newMember(server, 'Ada');
  for (const device of [phone, laptop]) await logIn(device, member);
});
afterEach(async () => {
  for (const device of [phone, laptop]) {
    await device.page.context().setOffline(false);
    await device.page.evaluate(() => void ((window as DiaryPage).app.session.user = null));
  }
});

/** Signs a member in on a device, by a token. */
const logIn = ({ page }: AppPage, { id, email, headers }: Member) =>
  page.evaluate(
    async ({ id, email, token }) => {
      const { session, supabase } = (window as DiaryPage).app;
      const { auth } = await supabase();
      const { error } = await auth.setSession({ access_token: token, refresh_token: 'none' });
      if (error) throw error;
      session.user = { id, email } as NonNullable<typeof session.user>;
    },
    { id, email, token: headers['Authorization']!.split(' ')[1]! },
  );

let day = 0;
/** Makes a fragrance on a device, each on a day of its own. */
async function make({ page }: AppPage, name: string, on = ++day): Promise<void> {
  const fragrance = { ...sung(name, new Date(Date.UTC(2026, 0, on, 12)).toISOString()), name };
  expect(await page.evaluate((made) => (window as DiaryPage).app.enter(made), fragrance)).toBe(true);
}

const switched = ({ page }: AppPage, wanted: boolean) =>
  page.evaluate((on) => (window as DiaryPage).app.setKeeping(on), wanted);
/** Opens the diary on a device for a moment, which synchronises it. */
const open = ({ page }: AppPage) => page.evaluate(() => (window as DiaryPage).app.followKeeping()());
/** What a device has of the member's diary, in the order of making. */
const on = ({ page }: AppPage, { id } = member): Promise<Kept[]> =>
  page.evaluate(async (owner) => {
    const { entries } = await (window as DiaryPage).app.readDiary();
    return entries
      .filter((entry) => entry.owner === owner)
      .sort((a, b) => a.at - b.at)
      .map(({ fragrance: { name }, pressed, inAccount = null }) => ({ name, pressed, inAccount }));
  }, id);
const inAccount = async ({ id } = member) =>
  (
    await server.backend!.sql<{ name: string; pressed: boolean }>(
      "select fragrance ->> 'name' as name, pressed from public.diary_entries where owner_id = $1 order by at",
      [id],
    )
  ).map(({ name, pressed }) => (pressed ? `${name}, pressed` : name));
const kept = (...names: string[]): Kept[] => names.map((name) => ({ name, pressed: false, inAccount: 'kept' }));

describe('the diary of an account', () => {
  it('is off by default, and has everything of the device once it is switched on', async () => {
    await make(phone, 'a');
    expect(await inAccount()).toEqual([]);
    await switched(phone, true);
    await expect.poll(() => on(phone)).toEqual(kept('a'));
    await make(phone, 'bb');
    await expect.poll(() => inAccount()).toEqual(['a', 'bb']);
  });

  it('is the same on another device, whichever made, pressed or deleted', async () => {
    await switched(phone, true);
    await make(phone, 'a');
    await make(laptop, 'bb');
    await expect.poll(() => on(phone)).toEqual(kept('a'));
    await open(laptop);
    await expect.poll(() => on(laptop)).toEqual(kept('a', 'bb'));
    await open(phone);
    await expect.poll(() => on(phone)).toEqual(kept('a', 'bb'));
    const id = await phone.page.evaluate(
      async (owner) =>
        (await (window as DiaryPage).app.readDiary()).entries.find(
          (entry) => entry.owner === owner && entry.fragrance.name === 'a',
        )!.id,
      member.id,
    );
    await phone.page.evaluate((id) => (window as DiaryPage).app.press(id, true), id);
    await expect.poll(() => inAccount()).toEqual(['a, pressed', 'bb']);
    await open(laptop);
    await expect.poll(() => on(laptop)).toContainEqual({ name: 'a', pressed: true, inAccount: 'kept' });
    await laptop.page.evaluate((id) => (window as DiaryPage).app.deleteEntry(id), id);
    await expect.poll(() => inAccount()).toEqual(['bb']);
    await open(phone);
    await expect.poll(() => on(phone)).toEqual(kept('bb'));
    expect(await on(laptop)).toEqual(kept('bb'));
  });

  it('waits for the connection: what was made, and what was deleted', async () => {
    await switched(phone, true);
    await make(phone, 'a');
    await expect.poll(() => on(phone)).toEqual(kept('a'));
    await phone.page.context().setOffline(true);
    await make(phone, 'bb');
    expect(await phone.page.evaluate(() => (window as DiaryPage).app.deleteDiary())).toBe(true);
    await make(phone, 'ccc');
    await expect
      .poll(() =>
        phone.page.evaluate(() =>
          (window as DiaryPage).app.outboxView.waiting.filter(({ attempts }) => attempts > 0).map(({ kind }) => kind),
        ),
      )
      .toContain('diary');
    expect(await inAccount()).toEqual(['a']);
    await phone.page.context().setOffline(false);
    await expect.poll(() => on(phone)).toEqual(kept('ccc'));
    expect(await inAccount()).toEqual(['ccc']);
    await expect.poll(() => phone.page.evaluate(() => (window as DiaryPage).app.outboxView.waiting)).toEqual([]);
  });

  it('is deleted when it is switched off, and every device keeps its own, the one that switches all of it', async () => {
    await switched(phone, true);
    await make(phone, 'a');
    await expect.poll(() => on(phone)).toEqual(kept('a'));
    await open(laptop);
    await expect.poll(() => on(laptop)).toEqual(kept('a'));
    await make(phone, 'bb');
    await expect.poll(() => inAccount()).toEqual(['a', 'bb']);
    await switched(laptop, false);
    const own = (...names: string[]) => names.map((name) => ({ name, pressed: false, inAccount: null }));
    await expect.poll(() => on(laptop)).toEqual(own('a', 'bb'));
    expect(await server.backend!.sql('select 1 from public.diaries where owner_id = $1', [member.id])).toEqual([]);
    await make(phone, 'ccc');
    await expect.poll(() => on(phone)).toEqual(own('a', 'bb', 'ccc'));
    expect(await inAccount()).toEqual([]);
  });

  it('of two members of one browser has one fragrance of each', async () => {
    await switched(phone, true);
    await make(phone, 'a');
    await expect.poll(() => on(phone)).toEqual(kept('a'));
    const ben = await newMember(server, 'Ben');
    await logIn(phone, ben);
    await switched(phone, true);
    await make(phone, 'a', day);
    await expect.poll(() => on(phone, ben)).toEqual(kept('a'));
    expect(await phone.page.evaluate(() => (window as DiaryPage).app.deleteDiary())).toBe(true);
    await expect.poll(() => inAccount(ben)).toEqual([]);
    expect(await on(phone)).toEqual(kept('a'));
    expect(await inAccount()).toEqual(['a']);
  });

  it('takes in what was made without an account, and does not bring it back from there', async () => {
    const owns = (id: string) => localStorage.setItem('accord:own-device', JSON.stringify(id));
    for (const { page } of [phone, laptop]) await page.evaluate(owns, member.id);
    await switched(laptop, true);
    await make(laptop, 'a');
    await expect.poll(() => on(laptop)).toEqual(kept('a'));
    // The phone has it twice: from before its owner logged in, and from the account.
    await open(phone);
    await expect.poll(() => on(phone)).toEqual(kept('a'));
    await phone.page.evaluate(() => void ((window as DiaryPage).app.session.user = null));
    await make(phone, 'a', day);
    await logIn(phone, member);
    await laptop.page.evaluate(() => (window as DiaryPage).app.deleteDiary());
    await expect.poll(() => inAccount()).toEqual([]);
    await open(phone);
    await expect.poll(() => on(phone)).toEqual([]);
    const left = () =>
      phone.page.evaluate(
        async () => (await (window as DiaryPage).app.readDiary()).entries.filter(({ owner }) => owner === null).length,
      );
    await expect.poll(left).toBe(0);
    await make(phone, 'bb');
    await expect.poll(() => inAccount()).toEqual(['bb']);
  });

  it('leaves a device with its member, and comes back', async () => {
    await switched(phone, true);
    await make(phone, 'a');
    await expect.poll(() => on(phone)).toEqual(kept('a'));
    await phone.page.evaluate((id) => (window as DiaryPage).app.putAway(id), member.id);
    expect(await on(phone)).toEqual([]);
    await open(phone);
    await expect.poll(() => on(phone)).toEqual(kept('a'));
  });

  it('says why it takes no more, and keeps what it has', async () => {
    await switched(phone, true);
    await make(phone, 'a');
    await expect.poll(() => on(phone)).toEqual(kept('a'));
    await server.backend!.sql("insert into private.blocks (member, email_hash, reason) values ($1, '', 'insults')", [
      member.id,
    ]);
    await make(phone, 'bb');
    const trouble = async () => {
      await open(phone);
      return phone.page.evaluate(() => (window as DiaryPage).app.keeping.trouble);
    };
    await expect.poll(trouble).toBe('blocked');
    expect(await inAccount()).toEqual(['a']);
    expect((await on(phone)).map(({ name }) => name)).toEqual(['a', 'bb']);
  });
});
