import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/composition/fragrance.ts';
import type { Fragrance } from '../../../src/features/fragrance/domain/composition/model.ts';
import type { Notice } from '../../../src/core/shell/notices.ts';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import type * as App from '../support/answerEntry.ts';
import { openAppPage, type AppPage } from '../support/page.ts';
import { makeShare, newSecret, rpc, shareRow, startTestServer, upload, visitor, wav } from '../support/testServer.ts';

/** Answers as the app's state makes and reads them, on a real page. */

type AnswerPage = Window & typeof globalThis & { app: typeof App };

let server: RunningServer;
let tab: AppPage;
beforeAll(async () => {
  server = await startTestServer();
  tab = await openAppPage(server, 'tests/backend/support/answerEntry.ts');
});
afterAll(async () => {
  await tab?.close();
  await server?.close();
});

let pitch = 300;
/** Somebody else's share. */
async function parentShare(more: object = {}): Promise<{ id: string; secret: string }> {
  const secret = newSecret();
  const { body } = await upload(server, wav({ hz: (pitch += 3) }), undefined, secret);
  const row = shareRow(body['audioPath'], { allows_answers: true, ...more });
  expect((await makeShare(server, row, undefined, secret)).status).toBe(200);
  return { id: String(row['share_id']), secret };
}

/** A fragrance of this page's device. */
async function sung(name: string): Promise<Fragrance> {
  const audioData = await tab.page.evaluate(
    async (bytes) => (await (window as AnswerPage).app.uploadAudio(new Blob([Uint8Array.from(bytes)]))).audioUrl,
    Array.from(wav({ hz: (pitch += 3) })),
  );
  const made = fragranceFromEssence({ essence: ['C4', 'E4', 'G4'], source: 'spectral', now: new Date(0) });
  return { ...made, id: crypto.randomUUID(), name, audioData, recordingId: crypto.randomUUID() };
}

/** Shares a fragrance as the answer to a share; what the page says, and what it remembers. */
const answer = (fragrance: Fragrance, parent: string) =>
  tab.page.evaluate(
    async ({ fragrance, parent }) => {
      const { intendAnswer, answerWith, shareFragrance, share, shareRecords, onNotice } = (window as AnswerPage).app;
      const notices: Notice[] = [];
      const stop = onNotice((notice) => notices.push(notice));
      intendAnswer({ shareId: parent, name: 'Night Garden' });
      answerWith(fragrance.recordingId!);
      await shareFragrance(fragrance, { allowsAnswers: true });
      stop();
      const { shareId, made, parent: kept = null } = shareRecords.list.find(({ name }) => name === fragrance.name)!;
      return { message: share.message, titles: notices.map(({ title }) => title), shareId, made, parent: kept };
    },
    { fragrance, parent },
  );

const stored = async (id: string) =>
  (
    await server.backend!.sql<{ parent_id: string | null; allows_answers: boolean }>(
      'select parent_id, allows_answers from public.fragrance_shares where share_id = $1',
      [id],
    )
  )[0];

describe('sharing an answer', () => {
  it('names its parent, and says whether it takes answers itself', async () => {
    const parent = await parentShare();
    const made = await answer(await sung('Answer'), parent.id);
    expect(made).toMatchObject({ message: null, titles: [], made: true, parent: parent.id });
    expect(await stored(made.shareId)).toEqual({ parent_id: parent.id, allows_answers: true });
  });

  it('is whole on its own where the parent takes no answers any more, and says so', async () => {
    const parent = await parentShare({ allows_answers: false });
    const made = await answer(await sung('Alone'), parent.id);
    expect(made).toMatchObject({
      message: null,
      titles: ['Your fragrance is shared on its own.'],
      made: true,
      parent: null,
    });
    expect(await stored(made.shareId)).toEqual({ parent_id: null, allows_answers: true });
  });

  it('goes out of the outbox as an answer, and from before answers as a share that takes none', async () => {
    const parent = await parentShare();
    const ids = ['WaitAns1', 'WaitOld1'] as const;
    const [waiting, old] = [await sung('Waits'), await sung('Waits from before')];
    await tab.page.evaluate(
      async ([one, other]) => {
        const { sendWaitingShare } = (window as AnswerPage).app;
        const { signal } = new AbortController();
        await sendWaitingShare(one, signal);
        await sendWaitingShare(other, signal);
      },
      [
        { shareId: ids[0], profile: waiting, parent: parent.id, allowsAnswers: true },
        { shareId: ids[1], profile: old, showName: false },
      ] as const,
    );
    expect(await stored(ids[0])).toEqual({ parent_id: parent.id, allows_answers: true });
    expect(await stored(ids[1])).toEqual({ parent_id: null, allows_answers: false });
  });
});

describe('the answers on a page', () => {
  it('come page by page, newest first, and none twice', async () => {
    const parent = await parentShare();
    const made: string[] = [];
    for (let i = 0; i < 14; i++) made.unshift((await parentShare({ parent: parent.id, name: `Answer ${i}` })).id);
    const seen = await tab.page.evaluate(async (id) => {
      const { line, loadLine, loadMoreAnswers } = (window as AnswerPage).app;
      await loadLine(id);
      const first = line.answers.map(({ shareId }) => shareId);
      await loadMoreAnswers();
      return {
        first,
        all: line.answers.map(({ shareId }) => shareId),
        count: line.known?.answers,
        drawn: line.answers[0]?.drawn.musicEssence,
      };
    }, parent.id);
    expect(seen).toEqual({ first: made.slice(0, 12), all: made, count: 14, drawn: ['C4', 'E4', 'G#4'] });
  });

  it('are gone for a share that is not there, and away without a connection', async () => {
    const status = (id: string) =>
      tab.page.evaluate(async (id) => {
        await (window as AnswerPage).app.loadLine(id);
        return (window as AnswerPage).app.line.status;
      }, id);
    expect(await status('Nobody00')).toBe('gone');
    expect(await status('no id')).toBe('gone');
    await tab.page.context().setOffline(true);
    expect(await status('Nobody00')).toBe('away');
    await tab.page.context().setOffline(false);
  });

  it('are allowed and refused by whoever made the share alone', async () => {
    const fragrance = await sung('Mine');
    const made = await answer(fragrance, (await parentShare()).id);
    const say = (id: string, allowed: boolean) =>
      tab.page.evaluate(
        async ({ id, allowed }) => {
          const { line, loadLine, setAllowsAnswers } = (window as AnswerPage).app;
          await loadLine(id);
          await setAllowsAnswers(id, allowed);
          return [line.known?.allowsAnswers, line.known?.open, line.busy];
        },
        { id, allowed },
      );
    expect(await say(made.shareId, false)).toEqual([false, false, false]);
    expect(await say(made.shareId, true)).toEqual([true, true, false]);
    const other = await parentShare();
    expect(await say(other.id, false)).toEqual([true, true, false]);
    expect(
      (await rpc<{ open: boolean }>(server, visitor(server), 'share_line', { share_id: other.id })).body.open,
    ).toBe(true);
  });
});
