import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Blend } from '../../src/features/fragrance/domain/timbre/blend.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import type { SavedFragrance } from '../../src/features/fragrance/domain/composition/savedFragrance.ts';
import type * as App from './support/appEntry.ts';
import { openAppPage, type AppPage } from './support/page.ts';
import { mailedToken, newMember, ON_STAND_IN, png, startTestServer, wav } from './support/testServer.ts';

declare global {
  interface Window {
    app: typeof App;
  }
}

let server: RunningServer;
let tab: AppPage;
let audioUrl: string;
let email = `ada-${crypto.randomUUID()}@example.com`;
const password = 'correct horse';

beforeAll(async () => {
  server = await startTestServer();
  tab = await openAppPage(server, 'tests/backend/support/appEntry.ts');
  // Recorded as a visitor, before there is an account.
  audioUrl = await tab.page.evaluate(
    async (bytes) => (await window.app.uploadAudio(new Blob([Uint8Array.from(bytes)]))).audioUrl,
    Array.from(wav()),
  );
});
afterAll(async () => {
  await tab?.close();
  await server?.close();
});

type Failed = { failed: string; detail?: string };

/** Runs a call of the app on the page; a failure comes back as its code and detail. */
function call<T, Arg>(work: (arg: Arg) => Promise<T>, arg: Arg): Promise<T | Failed> {
  return tab.page.evaluate<T | Failed>(`window.app.attempt(() => (${work.toString()})(${JSON.stringify(arg)}))`);
}

/** Signs in where nobody is signed in. */
const adopting = (given: { email: string; password: string }) =>
  call(
    async ({ email: who, password: word }) => {
      const candidate = await window.app.auth.signIn(who, word);
      await candidate.adopt(null);
      return candidate.account;
    },
    { email: given.email, password: given.password },
  );

/** Signs a member in where there is no Auth that would: with a token as it makes them. */
async function signedInByHand(): Promise<void> {
  const ada = await newMember(server, 'Ada');
  email = ada.email;
  await tab.page.evaluate(async (token) => {
    const { auth } = await window.app.supabase();
    const { error } = await auth.setSession({ access_token: token, refresh_token: 'none' });
    if (error) throw error;
  }, ada.headers['Authorization']!.split(' ')[1]!);
  expect(await call(async () => window.app.auth.currentAccount(), null)).toMatchObject({ email });
}

/** What was measured beside the notes; one axis of each kind of number. */
const BLEND: Blend = {
  accents: [{ note: 'G5', of: 'C4', partial: 3, level: -4.5 }],
  character: {
    axes: { brightness: 0.5, breath: 0.25, roughness: 0.1, strike: 1, tremor: 0 },
    measured: {
      centroid: 900,
      brightness: 2.1,
      warmth: 0.4,
      flatness: 0.1,
      harmonicity: null,
      roughness: 0.1,
      attack: 0.03,
      vibrato: { rate: 5.5, depth: 40 },
      wander: null,
    },
  },
  proportions: [
    { note: 'C4', parts: 60, seconds: 1, loudness: 0.8 },
    { note: 'E4', parts: 40, seconds: 0, loudness: 0 },
  ],
};

const fragrance = (name: string, more: Partial<SavedFragrance> = {}): SavedFragrance => ({
  id: 'local-1',
  name,
  description: 'Quiet.',
  intensity: 0.5,
  complexity: 0.4,
  persistence: 0.3,
  dominantNotes: ['C4', 'E4', 'G4'],
  backgroundNotes: ['A4'],
  musicEssence: ['C4', 'E4', 'G4', 'A4'],
  topNotes: ['Bergamot'],
  middleNotes: ['Rose'],
  baseNotes: ['Oud'],
  created: '2026-01-02T03:04:05.678Z',
  source: 'spectral',
  audioData: null,
  isPublic: false,
  creatorId: null,
  creatorName: '',
  likes: [],
  savedAt: '2026-01-02T03:04:05.678Z',
  addedToPlaylistAt: null,
  trace: { duration: 3, peaks: [0, 0.5, 1], notes: [{ note: 'C4', onset: 0, offset: 1, velocity: 0.8, cents: -12.5 }] },
  ...BLEND,
  ...more,
});

describe('the repositories of the app, in the order of a membership', () => {
  it('sign up, confirm and sign in', async () => {
    if (ON_STAND_IN) return signedInByHand();
    const registered = await call(async (given) => window.app.auth.signUp(given), {
      email,
      password,
      liquidName: 'Ada',
      location: 'Berlin, Germany',
    });
    expect(registered).toBeNull();
    const signIn = (given: { email: string; password: string }) =>
      call(async ({ email: who, password: word }) => (await window.app.auth.signIn(who, word)).account, given);
    expect(await signIn({ email, password })).toEqual({ failed: 'rejected', detail: 'email_not_confirmed' });
    const confirmed = await call(
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
    // A password that was right is a candidate: nobody is signed in before it is adopted, and another member's session is not replaced.
    expect(await call(async () => window.app.auth.currentAccount(), null)).toBeNull();
    await adopting({ email, password });
    expect(await call(async () => window.app.auth.currentAccount(), null)).toMatchObject({ email });
    const eve = await newMember(server, 'Eve');
    expect(await adopting(eve)).toEqual({ failed: 'forbidden', detail: 'somebody_else' });
    expect(await call(async () => window.app.auth.currentAccount(), null)).toMatchObject({
      email,
      metadata: { liquidName: 'Ada' },
    });
    expect(
      await call(async (given) => window.app.auth.signUp(given), {
        email: 'weak@example.com',
        password: 'short',
        liquidName: 'W',
        location: null,
      }),
    ).toMatchObject({ failed: 'rejected', detail: 'weak_password' });
  });

  it('read and change the profile, in the names of the app', async () => {
    const id = await tab.page.evaluate(async () => (await window.app.auth.currentAccount())!.id);
    const profile = await call(async (who) => window.app.profiles.loadProfile(who), id);
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
    const changed = await call(
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
    expect(await call(async (who) => window.app.profiles.updateProfile(who, { liquidName: '' }), id)).toMatchObject({
      failed: 'rejected',
    });
    const stranger = await newMember(server, 'Stranger');
    expect(await call(async (who) => window.app.profiles.loadProfile(who), stranger.id)).toBeNull();

    const photo = Array.from(await png(32, 32));
    const stored = await call(
      async ({ who, bytes }) => {
        const told: number[] = [];
        let time = 1_700_000_000_000;
        const put = () =>
          window.app.profiles.uploadProfilePhoto(who, new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), {
            now: () => new Date(++time),
            onProgress: (done) => told.push(done),
          });
        await put();
        const { profilePhoto } = await put();
        const read = new Uint8Array(await (await fetch(window.app.playableUrl(profilePhoto!))).arrayBuffer());
        return { profilePhoto, read: Array.from(read), told: told.at(-1) };
      },
      { who: id, bytes: photo },
    );
    expect(stored).toMatchObject({
      read: photo,
      profilePhoto: expect.stringMatching(/\/profiles\/[0-9a-f-]+\/1700000000002\.png\?t=1700000000002$/),
      told: 1,
    });
    // The photo before it is gone.
    expect(
      await server.backend!.sql('select name from storage.objects where bucket_id = $1 and name like $2', [
        'profiles',
        `${id}/%`,
      ]),
    ).toEqual([{ name: `${id}/1700000000002.png` }]);
  });

  it('keep a fragrance whose recording storage does not know, without it', async () => {
    for (const [name, gone] of [
      ['Cleaned up', audioUrl.replace(/[^/]+$/, 'never-there.wav')],
      ['A friend’s', 'https://elsewhere.example/sound.mp3'],
    ] as const) {
      const kept = await call(
        async ({ given }) => {
          const { id } = (await window.app.auth.currentAccount())!;
          const kept = await window.app.keepFragrance({ ...given, isPublic: false }, { id, liquidName: 'Ada' });
          await window.app.fragrances.removeFragrance(kept.id);
          return kept;
        },
        { given: fragrance(name, { audioData: gone }) },
      );
      expect(kept).toMatchObject({ name, audioData: null });
    }
  });

  it('save, find, publish and delete fragrances', async () => {
    const saved = await call(
      async ({ given }) => {
        const id = (await window.app.auth.currentAccount())!.id;
        const made = await window.app.fragrances.insertFragrance(id, given);
        const found = await window.app.fragrances.findOwnFragrance(id, given.name);
        const [listed] = await window.app.fragrances.listOwnFragrances(id);
        const missing = await window.app.fragrances.findOwnFragrance(id, 'Nothing');
        return { id, made, found, listed, missing };
      },
      { given: fragrance('Morning', { audioData: audioUrl }) },
    );
    expect(saved).toMatchObject({
      made: {
        name: 'Morning',
        audioData: audioUrl,
        created: '2026-01-02T03:04:05.678Z',
        creatorName: 'Ada',
        isPublic: false,
        trace: fragrance('').trace,
        ...BLEND,
      },
      found: { name: 'Morning', trace: fragrance('').trace, ...BLEND },
      listed: {
        name: 'Morning',
        musicEssence: ['C4', 'E4', 'G4', 'A4'],
        face: { ...fragrance('').trace, peaks: [] },
        ...BLEND,
      },
      missing: null,
    });
    expect((saved as { listed: object }).listed).not.toHaveProperty('trace');
    expect(
      await call(
        async (given) => window.app.fragrances.insertFragrance((await window.app.auth.currentAccount())!.id, given),
        fragrance('Morning'),
      ),
    ).toMatchObject({ failed: 'duplicate' });
    expect(
      await call(
        async (given) => window.app.fragrances.insertFragrance((await window.app.auth.currentAccount())!.id, given),
        fragrance('With data', { audioData: 'data:audio/wav;base64,AAAA' }),
      ),
    ).toMatchObject({ failed: 'rejected', detail: 'audioData' });
    // The same once more, because only the answer was lost.
    const again = await call(async (given) => {
      const [member, id] = [(await window.app.auth.currentAccount())!.id, crypto.randomUUID()];
      const first = await window.app.fragrances.insertFragrance(member, given, { id });
      const second = await window.app.fragrances.insertFragrance(member, given, { id });
      await window.app.fragrances.removeFragrance(id);
      return [first.id === id, second.id === id];
    }, fragrance('Sent twice'));
    expect(again).toEqual([true, true]);

    const id = (saved as { made: SavedFragrance }).made.id;
    expect(await call(async (which) => window.app.fragrances.setFragranceVisibility(which, true), id)).toMatchObject({
      isPublic: true,
      addedToPlaylistAt: expect.any(String),
    });
    const published = await call(async (which) => {
      const { items, next } = await window.app.playlist.listPublicFragrances({ search: 'morn' });
      return {
        items,
        next,
        whole: await window.app.playlist.loadFragrance(which),
        byName: await window.app.playlist.findPublicFragrance('Morning'),
        none: await window.app.playlist.findPublicFragrance('Nothing'),
      };
    }, id);
    expect(published).toMatchObject({
      items: [{ id, name: 'Morning', creatorName: 'Ada', hasAudio: true }],
      next: null,
      whole: { audioData: audioUrl },
      byName: { id },
      none: null,
    });
    expect((published as { items: object[] }).items[0]).not.toHaveProperty('audioData');

    const paged = await call(async (given) => {
      const member = (await window.app.auth.currentAccount())!.id;
      for (let i = 0; i < 5; i++)
        await window.app.fragrances.insertFragrance(member, { ...given, name: `Page ${i}`, isPublic: true });
      const seen: string[] = [];
      let after = null;
      do {
        const page: Awaited<ReturnType<typeof window.app.playlist.listPublicFragrances>> =
          await window.app.playlist.listPublicFragrances({ pageSize: 2, after });
        seen.push(...page.items.map((item) => item.name));
        after = page.next;
      } while (after);
      return seen;
    }, fragrance(''));
    expect(paged).toEqual(['Page 4', 'Page 3', 'Page 2', 'Page 1', 'Page 0', 'Morning']);

    await call(async (which) => window.app.fragrances.removeFragrance(which), id);
    expect(await call(async (which) => window.app.playlist.loadFragrance(which), id)).toBeNull();
    expect(await call(async (which) => window.app.fragrances.setFragranceVisibility(which, true), id)).toMatchObject({
      failed: 'not_found',
    });
  });

  it('make shares and count their views', async () => {
    const { id: _id, description: _description, created: _created, ...face } = fragrance('Night');
    const share = await call(
      async ({ given, url }) => {
        const made = await window.app.shares.insertShare({
          ...given,
          shareId: 'Repo0001',
          title: 'My Accord Fragrance Profile',
          audioUrl: url,
          trace: given.trace ?? null,
        });
        const views = [
          await window.app.shares.recordShareView('Repo0001'),
          await window.app.shares.recordShareView('Repo0001'),
        ];
        const again = await window.app.shares.insertShare({
          ...given,
          name: `  ${given.name}\u0007 `,
          shareId: 'Repo0001',
          title: 'My Accord Fragrance Profile',
          audioUrl: url,
          trace: given.trace ?? null,
        });
        return {
          made,
          again: made !== null && again?.createdAt === made.createdAt,
          views,
          found: await window.app.shares.findShare('Repo0001'),
          none: await window.app.shares.findShare('Repo0002'),
          free: await window.app.shares.isShareIdFree('Repo0002'),
          own: await window.app.shares.listOwnShares(),
        };
      },
      { given: face, url: audioUrl },
    );
    expect(share).toMatchObject({
      made: { shareId: 'Repo0001', viewCount: 0, name: 'Night', audioUrl },
      again: true,
      own: [{ shareId: 'Repo0001', name: 'Night', audioUrl }],
      // One caller is one view, for an hour.
      views: [1, 1],
      found: { viewCount: 1, musicEssence: ['C4', 'E4', 'G4', 'A4'], trace: { duration: 3 }, ...BLEND },
      none: null,
      free: true,
    });
  });

  it('take a fragrance back with its sound', async () => {
    const told = await call(
      async ({ given, bytes }) => {
        const { audioUrl: before } = await window.app.uploadAudio(new Blob([Uint8Array.from(bytes)]));
        const member = (await window.app.auth.currentAccount())!.id;
        const { id } = await window.app.fragrances.insertFragrance(member, { ...given, audioData: before });
        await window.app.takingBack.changeVisibility(id, true);
        window.app.recordings.rememberStored('here', before);
        const { isPublic, audioData: after } = await window.app.takingBack.changeVisibility(id, false);
        const again = await window.app.takingBack.changeVisibility(id, false);
        const remembered = window.app.recordings.storedUrl('here');
        const statuses = async () =>
          Promise.all(
            [before, after!].map(async (url) => (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status),
          );
        const moved = await statuses();
        await window.app.takingBack.deleteWithSound({ id, audioData: after });
        return {
          isPublic,
          moved,
          // This device has the new address from then on.
          remembered: remembered === after,
          same: again.audioData === after,
          deleted: await statuses(),
          forgotten: window.app.recordings.storedUrl('here'),
        };
      },
      { given: fragrance('Taken back'), bytes: Array.from(wav({ hz: 333 })) },
    );
    expect(told).toEqual({
      isPublic: false,
      moved: [404, 200],
      remembered: true,
      same: true,
      deleted: [404, 404],
      forgotten: null,
    });
  });

  it('take a share back, and all that this device gave', async () => {
    const { id: _id, description: _description, created: _created, ...face } = fragrance('Gone');
    const told = await call(
      async ({ given, bytes }) => {
        const { audioUrl: url } = await window.app.uploadAudio(new Blob([Uint8Array.from(bytes)]));
        await window.app.shares.insertShare({
          ...given,
          shareId: 'Repo0009',
          title: 'My Accord Fragrance Profile',
          audioUrl: url,
          trace: null,
        });
        const withdrawn = await window.app.shares.withdrawShare('Repo0009');
        const kept = await window.app.shares.withdrawShare('Repo0001');
        const claimed = await window.app.account.claimDevice();
        await window.app.account.forgetDevice();
        return {
          withdrawn,
          kept: kept.audioUrl,
          claimed,
          own: await window.app.shares.listOwnShares(),
          exported: await window.app.account.exportMyData(),
          missing: await window.app.attempt(() => window.app.shares.withdrawShare('Repo0404')),
        };
      },
      { given: face, bytes: Array.from(wav({ hz: 222 })) },
    );
    expect(told).toMatchObject({
      withdrawn: { audioUrl: null },
      kept: null,
      claimed: 0,
      own: [],
      exported: { account: { email }, shares: [] },
      missing: { failed: 'not_found' },
    });
  });

  it('send submissions, messages and preorders', async () => {
    audioUrl = await tab.page.evaluate(
      async (bytes) => (await window.app.uploadAudio(new Blob([Uint8Array.from(bytes)]))).audioUrl,
      Array.from(wav({ hz: 333 })),
    );
    expect(
      await call(
        async (url) => window.app.submissions.submitToReview({ name: 'Ada', email: 'ada@example.com', audioUrl: url }),
        audioUrl,
      ),
    ).toBeUndefined();
    expect(
      await call(
        async (url) => window.app.submissions.submitToReview({ name: 'Ada', email: 'ada@example.com', audioUrl: url }),
        audioUrl.replace(/[^/]+$/, 'gone.wav'),
      ),
    ).toEqual({ failed: 'rejected', detail: 'no_recording' });
    expect(
      await call(async (message) => window.app.contact.sendContactMessage(message), {
        name: 'Ada',
        email: 'ada@example.com',
        message: 'Hello there, Accord!',
      }),
    ).toBeUndefined();
    const order = {
      email: 'Buyer@example.com',
      name: 'Ada',
      fragranceId: 'noise-pollution',
      fragranceName: 'NOISE POLLUTION',
    };
    expect(await call(async (given) => window.app.preorders.sendPreorder(given), order)).toBeUndefined();
    expect(await call(async (given) => window.app.preorders.sendPreorder(given), order)).toBeUndefined();
    // One that waited although it had arrived is simply done.
    const left = await call(async (given) => {
      window.app.registerPreorders();
      await window.app.outbox.add('preorder', given);
      await window.app.outbox.flush(true);
      return (await window.app.outbox.entries()).length;
    }, order);
    expect(left).toBe(0);
    expect(
      await server.backend!.sql("select count(*)::int as n from public.preorders where email = 'buyer@example.com'"),
    ).toEqual([{ n: 1 }]);
  });

  it.skipIf(ON_STAND_IN)('reset a password with the mailed token, once', async () => {
    expect(
      await call(async ({ who, to }) => window.app.auth.requestPasswordReset(who, to), {
        who: email,
        to: `${server.url}/profile/update-password`,
      }),
    ).toBeUndefined();
    const token = mailedToken(server, email, /password/i);
    const redeem = (hash: string) =>
      call(async (given) => {
        const candidate = await window.app.auth.redeemToken(given, 'recovery');
        await candidate.setPassword('a better horse');
        await candidate.end('global');
        return candidate.account;
      }, hash);
    expect(await redeem(token)).toMatchObject({ email });
    expect(await redeem(token)).toMatchObject({ detail: 'otp_expired' });
    // Every session of the account is over, this page's too.
    expect(await call(async () => window.app.auth.currentAccount(), null)).toBeNull();
    await tab.page.evaluate(() => localStorage.clear());
    expect(await adopting({ email, password })).toMatchObject({ failed: 'rejected' });
    expect(await adopting({ email, password: 'a better horse' })).toMatchObject({ email });
  });

  it('tell a missing table and a backend that is away from a mistake of the caller', async () => {
    await server.backend!.sql('alter table public.fragrance_profiles rename to fragrance_profiles_away');
    expect(
      await call(
        async () => window.app.fragrances.listOwnFragrances((await window.app.auth.currentAccount())!.id),
        null,
      ),
    ).toMatchObject({ failed: 'missing_table' });
    await server.backend!.sql('alter table public.fragrance_profiles_away rename to fragrance_profiles');
    await tab.page.context().setOffline(true);
    expect(await call(async () => window.app.playlist.listPublicFragrances(), null)).toMatchObject({
      failed: 'network',
    });
    expect(
      await call(
        async () =>
          window.app.contact.sendContactMessage({
            name: 'Ada',
            email: 'ada@example.com',
            message: 'Is anybody there?',
          }),
        null,
      ),
    ).toMatchObject({ failed: 'network' });
    expect(
      await call(
        async () =>
          window.app.preorders.sendPreorder({
            email: 'x@example.com',
            name: 'Ada',
            fragranceId: 'noise-pollution',
            fragranceName: 'NOISE POLLUTION',
          }),
        null,
      ),
    ).toMatchObject({ failed: 'network' });
    expect(await call(async () => window.app.auth.signIn('ada@example.com', 'correct horse'), null)).toMatchObject({
      failed: 'network',
    });
    await tab.page.context().setOffline(false);
  });

  it('delete the account', async () => {
    expect(await call(async () => window.app.account.deleteAccount(), null)).toBeUndefined();
    expect(await call(async () => window.app.auth.currentAccount(), null)).toBeNull();
    expect(await server.backend!.sql('select 1 from auth.users where email = $1', [email])).toEqual([]);
    expect(await call(async () => window.app.account.deleteAccount(), null)).toMatchObject({ failed: 'unauthorized' });
  });
});
