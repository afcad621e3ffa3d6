import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fragranceFromEssence } from '../../src/features/fragrance/domain/composition/fragrance.ts';
import type { Fragrance } from '../../src/features/fragrance/domain/composition/model.ts';
import type { Notice } from '../../src/core/shell/notices.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import type * as OldTab from './support/oldTabEntry.ts';
import { openAppPage, type AppPage } from './support/page.ts';
import { startTestServer, wav } from './support/testServer.ts';

/** A page that stays open while the backend gets migrations: what it calls is gone, or has another form. */

type OldPage = Window & typeof globalThis & { app: typeof OldTab };

let server: RunningServer;
let tab: AppPage;
let fragrance: Fragrance;

beforeAll(async () => {
  server = await startTestServer();
  tab = await openAppPage(server, 'tests/backend/support/oldTabEntry.ts');
  const audioData = await tab.page.evaluate(
    async (bytes) => (await (window as OldPage).app.uploadAudio(new Blob([Uint8Array.from(bytes)]))).audioUrl,
    Array.from(wav()),
  );
  const made = fragranceFromEssence({ essence: ['C4', 'E4', 'G4'], source: 'spectral', now: new Date(0) });
  fragrance = { ...made, audioData };
});
afterAll(async () => {
  await tab?.close();
  await server?.close();
});

const sql = <Row extends object>(query: string) => server.backend!.sql<Row>(query);

const GET_SHARE = ['get_share', 'function public.get_share(text)'] as const;
const CREATE_SHARE = ['create_share', 'function public.create_share(jsonb, text)'] as const;
const PLACE_PREORDER = ['place_preorder', 'function public.place_preorder(jsonb, text)'] as const;

/** Runs `work` while a function of the backend has another name. */
async function without<T>([name, what]: readonly [string, string], work: () => Promise<T>): Promise<T> {
  await sql(`alter ${what} rename to ${name}_of_later`);
  try {
    return await work();
  } finally {
    await sql(`alter ${what.replace(name, `${name}_of_later`)} rename to ${name}`);
  }
}

/** Presses Share; what the button says then. */
const pressShare = () =>
  tab.page.evaluate(async (given) => {
    const { share, shareFragrance } = (window as OldPage).app;
    await shareFragrance(given);
    return { status: share.status, message: share.message };
  }, fragrance);

const storedShares = () => sql<{ share_id: string }>('select share_id from public.fragrance_shares');

describe('a share', () => {
  it.each([GET_SHARE, CREATE_SHARE])('without %s says what helps, and is made once it is back', async (...missing) => {
    fragrance = { ...fragrance, id: crypto.randomUUID(), name: `Made without ${missing[0]}` };
    const before = (await storedShares()).length;
    expect(await without(missing, pressShare)).toEqual({
      status: 'error',
      message:
        'Failed to create shareable link: This page and our server are of different versions. Please reload the page.',
    });
    expect(await storedShares()).toHaveLength(before);
    await pressShare();
    expect(await storedShares()).toHaveLength(before + 1);
  });

  it('is not called missing where it cannot be asked for', async () => {
    const [kept] = await storedShares();
    const open = () =>
      tab.page.evaluate(async (id) => {
        const { loadShared, shared } = (window as OldPage).app;
        await loadShared(id);
        return { status: shared.status, error: shared.error };
      }, kept!.share_id);
    expect(await without(GET_SHARE, open)).toEqual({ status: 'error', error: 'Failed to load fragrance profile' });
    expect(await open()).toEqual({ status: 'loaded', error: null });
  });
});

describe('an order', () => {
  /** Orders a bottle; how that ended, what was said, and what waits. */
  const order = (fragranceId: string) =>
    tab.page.evaluate(async (fragranceId) => {
      const { onNotice, outbox, preorder } = (window as OldPage).app;
      const notices: Notice[] = [];
      const stop = onNotice((notice) => notices.push(notice));
      const buyer = { email: 'ada@example.com', name: 'Ada' };
      const outcome = await preorder({ ...buyer, fragranceId, fragranceName: 'A Bottle' });
      stop();
      const waiting = (await outbox.entries('preorder')).map(({ refused }) => refused ?? null);
      return { outcome, words: notices.map(({ title, description }) => `${title} ${description ?? ''}`), waiting };
    }, fragranceId);

  const KEPT = {
    outcome: 'waiting',
    words: [
      expect.stringMatching(
        /^Preorder submitted successfully! .* Your preorder is kept on this device and will be sent automatically\.$/,
      ),
    ],
    waiting: [null],
  };

  /** Sends what waits; the orders that the backend has of a bottle. */
  async function sent(fragranceId: string): Promise<number> {
    await tab.page.evaluate(() => (window as OldPage).app.outbox.flush(true));
    expect(await tab.page.evaluate(() => (window as OldPage).app.outbox.entries())).toEqual([]);
    const [row] = await sql<{ n: number }>(
      `select count(*)::int as n from public.preorders where fragrance_id = '${fragranceId}'`,
    );
    return row!.n;
  }

  it('waits for a function that is gone, and is placed once it is back', async () => {
    expect(await without(PLACE_PREORDER, () => order('namibian-breeze'))).toEqual(KEPT);
    expect(await sent('namibian-breeze')).toBe(1);
  });

  it('waits for a column that is gone, and is placed once it is back', async () => {
    await sql('alter table public.preorders rename column fragrance_name to name_of_later');
    expect(await order('noise-pollution')).toEqual(KEPT);
    await sql('alter table public.preorders rename column name_of_later to fragrance_name');
    expect(await sent('noise-pollution')).toBe(1);
  });
});
