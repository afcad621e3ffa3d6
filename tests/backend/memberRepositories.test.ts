import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAppPage, type AppPage } from './support/page.ts';
import { sharedServer } from './support/sharedServer.ts';
import { mailedToken, newMember, ON_REAL_POSTGRES, png } from './support/testServer.ts';

/** The repositories of the app on a page, in the order of a membership; each test builds on those before it. */

const server = await sharedServer();
let tab: AppPage;
let email = `ada-${crypto.randomUUID()}@example.com`;
const password = 'correct horse';

beforeAll(async () => {
  tab = await openAppPage(server);
});
afterAll(() => tab?.close());

/** Signs in on a page without a session, and keeps that session. */
const signInAndKeep = (given: { email: string; password: string }) =>
  tab.call(
    async ({ email: who, password: word }) => {
      const candidate = await window.app.auth.signIn(who, word);
      await candidate.adopt(null);
      return candidate.account;
    },
    { email: given.email, password: given.password },
  );

/** Signs a member in on the stand-in, which has no Auth endpoints. */
async function signedInByHand(): Promise<void> {
  const ada = await newMember(server, 'Ada');
  ({ email } = ada);
  await tab.signIn(ada);
  expect(await tab.call(async () => window.app.auth.currentAccount(), null)).toMatchObject({ email });
}

describe('the repositories of members', () => {
  it('sign up, confirm and sign in', async () => {
    if (ON_REAL_POSTGRES) return signedInByHand();
    const registered = await tab.call(async (given) => window.app.auth.signUp(given), {
      email,
      password,
      liquidName: 'Ada',
      location: 'Berlin, Germany',
    });
    expect(registered).toBeNull();
    const signIn = (given: { email: string; password: string }) =>
      tab.call(async ({ email: who, password: word }) => (await window.app.auth.signIn(who, word)).account, given);
    expect(await signIn({ email, password })).toEqual({ failed: 'rejected', detail: 'email_not_confirmed' });
    const confirmed = await tab.call(
      async (hash) => {
        const candidate = await window.app.auth.redeemToken(hash, 'signup');
        return { email: candidate.account.email, kept: await candidate.keepPassword() };
      },
      mailedToken(server, email, /confirm/i),
    );
    expect(confirmed).toEqual({ email, kept: true });
    expect(await signIn({ email, password: 'wrong horse' })).toEqual({
      failed: 'rejected',
      detail: 'invalid_credentials',
    });
    expect(await signIn({ email: 'nobody@example.com', password })).toEqual({
      failed: 'rejected',
      detail: 'invalid_credentials',
    });
    expect(await signIn({ email, password })).toMatchObject({ email });
    // A right password gives a candidate: the session begins when it is adopted, and replaces no other member's.
    expect(await tab.call(async () => window.app.auth.currentAccount(), null)).toBeNull();
    await signInAndKeep({ email, password });
    expect(await tab.call(async () => window.app.auth.currentAccount(), null)).toMatchObject({ email });
    const eve = await newMember(server, 'Eve');
    expect(await signInAndKeep(eve)).toEqual({ failed: 'forbidden', detail: 'somebody_else' });
    expect(await tab.call(async () => window.app.auth.currentAccount(), null)).toMatchObject({
      email,
      metadata: { liquidName: 'Ada' },
    });
    expect(
      await tab.call(async (given) => window.app.auth.signUp(given), {
        email: 'weak@example.com',
        password: 'short',
        liquidName: 'W',
        location: null,
      }),
    ).toMatchObject({ failed: 'rejected', detail: 'weak_password' });
  });

  it('read and change the profile, with the field names of the app', async () => {
    const id = await tab.page.evaluate(async () => (await window.app.auth.currentAccount())!.id);
    const profile = await tab.call(async (who) => window.app.profiles.loadProfile(who), id);
    expect(profile).toMatchObject({
      id,
      email,
      liquidName: 'Ada',
      location: 'Berlin, Germany',
      level: 1,
      favoriteNotes: [],
      preference: null,
      showTiktok: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const changed = await tab.call(
      async (who) =>
        window.app.profiles.updateProfile(who, {
          favoriteNotes: ['Rose'],
          preference: 'both',
          musicalIdentity: 'C4-G4',
          showInstagram: true,
        }),
      id,
    );
    expect(changed).toMatchObject({
      favoriteNotes: ['Rose'],
      preference: 'both',
      musicalIdentity: 'C4-G4',
      showInstagram: true,
      liquidName: 'Ada',
    });
    expect(await tab.call(async (who) => window.app.profiles.updateProfile(who, { liquidName: '' }), id)).toMatchObject(
      {
        failed: 'rejected',
      },
    );
    const stranger = await newMember(server, 'Stranger');
    expect(await tab.call(async (who) => window.app.profiles.loadProfile(who), stranger.id)).toBeNull();

    const photo = Array.from(await png(32, 32));
    const stored = await tab.call(
      async ({ who, bytes }) => {
        const progress: number[] = [];
        let time = 1_700_000_000_000;
        const put = () =>
          window.app.profiles.uploadProfilePhoto(who, new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), {
            now: () => new Date(++time),
            onProgress: (done) => progress.push(done),
          });
        await put();
        const { profilePhoto } = await put();
        const read = new Uint8Array(await (await fetch(window.app.playableUrl(profilePhoto!))).arrayBuffer());
        return { profilePhoto, read: Array.from(read), progress: progress.at(-1) };
      },
      { who: id, bytes: photo },
    );
    expect(stored).toMatchObject({
      read: photo,
      profilePhoto: expect.stringMatching(/\/profiles\/[0-9a-f-]+\/1700000000002\.png\?t=1700000000002$/),
      progress: 1,
    });
    // The photo before it is gone.
    expect(
      await server.backend!.sql('select name from storage.objects where bucket_id = $1 and name like $2', [
        'profiles',
        `${id}/%`,
      ]),
    ).toEqual([{ name: `${id}/1700000000002.png` }]);
  });

  it.skipIf(ON_REAL_POSTGRES)('reset a password with the mailed token, once', async () => {
    expect(
      await tab.call(async ({ who, to }) => window.app.auth.requestPasswordReset(who, to), {
        who: email,
        to: `${server.url}/profile/update-password`,
      }),
    ).toBeUndefined();
    const token = mailedToken(server, email, /password/i);
    const redeem = (hash: string) =>
      tab.call(async (given) => {
        const candidate = await window.app.auth.redeemToken(given, 'recovery');
        await candidate.setPassword('a better horse');
        await candidate.end('global');
        return candidate.account;
      }, hash);
    expect(await redeem(token)).toMatchObject({ email });
    expect(await redeem(token)).toMatchObject({ detail: 'otp_expired' });
    // Every session of the account is over, this page's too.
    expect(await tab.call(async () => window.app.auth.currentAccount(), null)).toBeNull();
    await tab.page.evaluate(() => localStorage.clear());
    expect(await signInAndKeep({ email, password })).toMatchObject({ failed: 'rejected' });
    expect(await signInAndKeep({ email, password: 'a better horse' })).toMatchObject({ email });
  });

  it('delete the account', async () => {
    expect(await tab.call(async () => window.app.account.deleteAccount(), null)).toBeUndefined();
    expect(await tab.call(async () => window.app.auth.currentAccount(), null)).toBeNull();
    expect(await server.backend!.sql('select 1 from auth.users where email = $1', [email])).toEqual([]);
    expect(await tab.call(async () => window.app.account.deleteAccount(), null)).toMatchObject({
      failed: 'unauthorized',
    });
  });
});
