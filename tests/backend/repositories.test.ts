import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { BLEND_FIELDS, fragrance } from './support/fragrances.ts';
import { openAppPage, type AppPage } from './support/page.ts';
import { sharedServer } from './support/sharedServer.ts';
import { newMember, wav } from './support/testServer.ts';

/** The repositories of the app on a page, with the data of a member; each test builds on those before it. */

const server = await sharedServer();
let tab: AppPage;
let audioUrl: string;
let email: string;

beforeAll(async () => {
  // Other files share the server.
  await server.backend!.sql('delete from public.fragrance_profiles');
  tab = await openAppPage(server);
  // Recorded as a visitor, before there is an account.
  audioUrl = await tab.page.evaluate(
    async (bytes) => (await window.app.uploadAudio(new Blob([Uint8Array.from(bytes)]))).audioUrl,
    Array.from(wav()),
  );
  const ada = await newMember(server, 'Ada');
  ({ email } = ada);
  await tab.signIn(ada);
});
afterAll(() => tab?.close());

describe('the repositories of the app', () => {
  it('save a fragrance without its recording if storage does not have it', async () => {
    for (const [name, gone] of [
      ['Cleaned up', audioUrl.replace(/[^/]+$/, 'never-there.wav')],
      ['A friend’s', 'https://elsewhere.example/sound.mp3'],
    ] as const) {
      const kept = await tab.call(
        async ({ given }) => {
          const { id } = (await window.app.auth.currentAccount())!;
          const kept = await window.app.saveProfileFragrance({ ...given, isPublic: false }, { id, liquidName: 'Ada' });
          await window.app.fragrances.removeFragrance(kept.id);
          return kept;
        },
        { given: fragrance(name, { audioData: gone }) },
      );
      expect(kept).toMatchObject({ name, audioData: null });
    }
  });

  it('save, find, publish and delete fragrances', async () => {
    const saved = await tab.call(
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
        ...BLEND_FIELDS,
      },
      found: { name: 'Morning', trace: fragrance('').trace, ...BLEND_FIELDS },
      listed: {
        name: 'Morning',
        musicEssence: ['C4', 'E4', 'G4', 'A4'],
        face: { ...fragrance('').trace, peaks: [] },
        ...BLEND_FIELDS,
      },
      missing: null,
    });
    expect((saved as { listed: object }).listed).not.toHaveProperty('trace');
    expect(
      await tab.call(
        async (given) => window.app.fragrances.insertFragrance((await window.app.auth.currentAccount())!.id, given),
        fragrance('Morning'),
      ),
    ).toMatchObject({ failed: 'duplicate' });
    expect(
      await tab.call(
        async (given) => window.app.fragrances.insertFragrance((await window.app.auth.currentAccount())!.id, given),
        fragrance('With data', { audioData: 'data:audio/wav;base64,AAAA' }),
      ),
    ).toMatchObject({ failed: 'rejected', detail: 'audioData' });
    // The same once more, because only the answer was lost.
    const again = await tab.call(async (given) => {
      const saver = { id: (await window.app.auth.currentAccount())!.id, liquidName: 'Ada' };
      const [first, second] = [
        await window.app.saveProfileFragrance(given, saver),
        await window.app.saveProfileFragrance(given, saver),
      ];
      await window.app.fragrances.removeFragrance(first.id);
      return [second.id === first.id, second.name];
    }, fragrance('Sent twice'));
    expect(again).toEqual([true, 'Sent twice']);

    const id = (saved as { made: SavedFragrance }).made.id;
    expect(
      await tab.call(async (which) => window.app.fragrances.setFragranceVisibility(which, true), id),
    ).toMatchObject({
      isPublic: true,
      addedToPlaylistAt: expect.any(String),
    });
    const published = await tab.call(async (which) => {
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

    const paged = await tab.call(async (given) => {
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

    await tab.call(async (which) => window.app.fragrances.removeFragrance(which), id);
    expect(await tab.call(async (which) => window.app.playlist.loadFragrance(which), id)).toBeNull();
    expect(
      await tab.call(async (which) => window.app.fragrances.setFragranceVisibility(which, true), id),
    ).toMatchObject({
      failed: 'not_found',
    });
  });

  it('make shares and count their views', async () => {
    const { id: _id, description: _description, created: _created, ...face } = fragrance('Night');
    const share = await tab.call(
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
      found: { viewCount: 1, musicEssence: ['C4', 'E4', 'G4', 'A4'], trace: { duration: 3 }, ...BLEND_FIELDS },
      none: null,
      free: true,
    });
  });

  it('make a fragrance private with its sound', async () => {
    const outcome = await tab.call(
      async ({ given, bytes }) => {
        const { audioUrl: before } = await window.app.uploadAudio(new Blob([Uint8Array.from(bytes)]));
        const member = (await window.app.auth.currentAccount())!.id;
        const { id } = await window.app.fragrances.insertFragrance(member, { ...given, audioData: before });
        await window.app.profileFragrances.changeVisibility(id, true);
        window.app.recordings.rememberStored('here', before);
        const { isPublic, audioData: after } = await window.app.profileFragrances.changeVisibility(id, false);
        const again = await window.app.profileFragrances.changeVisibility(id, false);
        const remembered = window.app.recordings.storedUrl('here');
        const statuses = async () =>
          Promise.all(
            [before, after!].map(async (url) => (await fetch(url, { method: 'HEAD', cache: 'no-store' })).status),
          );
        const moved = await statuses();
        await window.app.profileFragrances.deleteWithSound({ id, audioData: after });
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
    expect(outcome).toEqual({
      isPublic: false,
      moved: [404, 200],
      remembered: true,
      same: true,
      deleted: [404, 404],
      forgotten: null,
    });
  });

  it('withdraw a share, and all data of this device', async () => {
    const { id: _id, description: _description, created: _created, ...face } = fragrance('Gone');
    const outcome = await tab.call(
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
        await window.app.account.deleteDeviceRows();
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
    expect(outcome).toMatchObject({
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
      await tab.call(
        async (url) => window.app.requests.submitToReview({ name: 'Ada', email: 'ada@example.com', audioUrl: url }),
        audioUrl,
      ),
    ).toBeUndefined();
    expect(
      await tab.call(
        async (url) => window.app.requests.submitToReview({ name: 'Ada', email: 'ada@example.com', audioUrl: url }),
        audioUrl.replace(/[^/]+$/, 'gone.wav'),
      ),
    ).toEqual({ failed: 'rejected', detail: 'no_recording' });
    expect(
      await tab.call(async (message) => window.app.requests.sendContactMessage(message), {
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
    expect(await tab.call(async (given) => window.app.requests.sendPreorder(given), order)).toBeUndefined();
    expect(await tab.call(async (given) => window.app.requests.sendPreorder(given), order)).toBeUndefined();
    // One in the outbox that had already arrived counts as sent.
    const left = await tab.call(async (given) => {
      await window.app.outbox.add('preorder', given);
      await window.app.outbox.flush(true);
      return (await window.app.outbox.entries()).length;
    }, order);
    expect(left).toBe(0);
    expect(
      await server.backend!.sql("select count(*)::int as n from public.preorders where email = 'buyer@example.com'"),
    ).toEqual([{ n: 1 }]);
  });

  it('distinguish a missing table and an unreachable backend from a mistake of the caller', async () => {
    await server.backend!.sql('alter table public.fragrance_profiles rename to fragrance_profiles_away');
    expect(
      await tab.call(
        async () => window.app.fragrances.listOwnFragrances((await window.app.auth.currentAccount())!.id),
        null,
      ),
    ).toMatchObject({ failed: 'missing_table' });
    await server.backend!.sql('alter table public.fragrance_profiles_away rename to fragrance_profiles');
    await tab.page.context().setOffline(true);
    expect(await tab.call(async () => window.app.playlist.listPublicFragrances(), null)).toMatchObject({
      failed: 'network',
    });
    expect(
      await tab.call(
        async () =>
          window.app.requests.sendContactMessage({
            name: 'Ada',
            email: 'ada@example.com',
            message: 'Is anybody there?',
          }),
        null,
      ),
    ).toMatchObject({ failed: 'network' });
    expect(
      await tab.call(
        async () =>
          window.app.requests.sendPreorder({
            email: 'x@example.com',
            name: 'Ada',
            fragranceId: 'noise-pollution',
            fragranceName: 'NOISE POLLUTION',
          }),
        null,
      ),
    ).toMatchObject({ failed: 'network' });
    expect(await tab.call(async () => window.app.auth.signIn('ada@example.com', 'correct horse'), null)).toMatchObject({
      failed: 'network',
    });
    await tab.page.context().setOffline(false);
  });
});
