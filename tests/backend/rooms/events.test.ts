import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import {
  ask,
  callFunction,
  newMember,
  newSecret,
  rpc,
  startTestServer,
  visitor,
  type Member,
} from '../support/testServer.ts';
import { callAt, newPeople } from '../desk/desk.ts';
import { makeRoom, newRoomId, sing, type Row } from './rooms.ts';

/** The events of a room, over real connections. */

let server: RunningServer;
let ada: Member;
beforeAll(async () => {
  server = await startTestServer();
  ada = await newMember(server, 'Ada');
});
afterAll(() => server?.close());

const addressOf = (id: string, after = 0, { url } = server) => `${url}/live/v1/rooms/${id}?after=${after}`;

/** Opens the stream of a room and collects its news; a comment is no event. */
async function watch(address: string, headers: Record<string, string> = {}) {
  const leaving = new AbortController();
  const answer = await fetch(address, { headers, signal: leaving.signal });
  const news: Row[] = [];
  const state = { ended: false };
  const reading = (async () => {
    let text = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop()!;
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) news.push(JSON.parse(data) as Row);
      }
    }
  })()
    .catch(() => undefined)
    .finally(() => (state.ended = true));
  return {
    answer,
    news,
    state,
    places: () => news.flatMap(({ faces }) => (faces as { place: number }[]).map(({ place }) => place)),
    leave: async () => {
      leaving.abort();
      await reading;
    },
  };
}
const upTo = (count: number, first = 0) => Array.from({ length: count - first }, (_, n) => first + n);

describe('the events of a room', () => {
  it('bring what is there and then each face, in order and once, to every page', async () => {
    const room = await makeRoom(server, ada);
    await sing(server, room);
    const pages = await Promise.all(Array.from({ length: 5 }, () => watch(addressOf(room))));
    const [first] = pages;
    expect(first!.answer.headers.get('content-type')).toBe('text/event-stream');
    expect(first!.answer.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(first!.answer.headers.get('x-content-type-options')).toBe('nosniff');
    await Promise.all(upTo(20).map(() => sing(server, room)));
    for (const page of pages) {
      await expect.poll(() => page.places()).toEqual(upTo(21));
      expect(page.news.every(({ keeper }) => keeper === false)).toBe(true);
    }
    await Promise.all(pages.map(({ leave }) => leave()));
  });

  it('go on after the number that a page comes back with', async () => {
    const room = await makeRoom(server, ada);
    for (let n = 0; n < 4; n++) await sing(server, room);
    const byAddress = await watch(addressOf(room, 2));
    const byHeader = await watch(addressOf(room), { 'Last-Event-ID': '3' });
    await sing(server, room);
    await expect.poll(() => byAddress.places()).toEqual([2, 3, 4]);
    await expect.poll(() => byHeader.places()).toEqual([3, 4]);
    await Promise.all([byAddress.leave(), byHeader.leave()]);
  });

  it('tell what was hidden, shown again, and taken back by its device', async () => {
    const room = await makeRoom(server, ada);
    const owner_secret = newSecret();
    const { face_id } = (await sing(server, room, { owner_secret })).body;
    const page = await watch(addressOf(room));
    const hide = (hidden: boolean) => rpc(server, ada.headers, 'hide_room_face', { room_id: room, face_id, hidden });
    await hide(true);
    await expect.poll(() => page.news.at(-1)).toMatchObject({ gone: [face_id], count: 0, rev: 2 });
    await hide(false);
    await expect.poll(() => page.news.at(-1)).toMatchObject({ faces: [{ id: face_id, place: 0 }], rev: 3 });
    await callFunction(server, 'forget-device', { owner: owner_secret });
    await expect.poll(() => page.news.at(-1)).toMatchObject({ faces: [], count: 0, rev: 4 });
    await page.leave();
  });

  it('end when the room is closed, and tell that to whoever comes later', async () => {
    const room = await makeRoom(server, ada);
    await sing(server, room);
    const page = await watch(addressOf(room));
    await expect.poll(() => page.news).toHaveLength(1);
    await rpc(server, ada.headers, 'close_room', { room_id: room });
    await expect.poll(() => page.state.ended).toBe(true);
    expect(page.news.at(-1)).toMatchObject({ closed: true, faces: [] });
    const late = await watch(addressOf(room));
    await expect.poll(() => late.state.ended).toBe(true);
    expect(late.news).toMatchObject([{ closed: true, faces: [], count: 1 }]);
  });

  it('tell that reports have hidden the room, and that it was given back', async () => {
    const room = await makeRoom(server, ada);
    await sing(server, room);
    const page = await watch(addressOf(room));
    await expect.poll(() => page.news).toHaveLength(1);
    const report = () => ({ room_id: room, reason: 'spam', owner_secret: newSecret() });
    for (const address of ['100.66.1.1', '100.66.2.1']) await callAt(server, address, 'report_room', report());
    await rpc(server, visitor(server), 'report_room', report());
    await expect
      .poll(() => page.news.at(-1))
      .toMatchObject({ closed: true, hidden: true, name: 'A hidden room', faces: [] });
    // Whoever comes now waits, too.
    const late = await watch(addressOf(room));
    await expect.poll(() => late.news).toMatchObject([{ closed: true, hidden: true, faces: [] }]);
    const { owner } = await newPeople(server);
    await rpc(server, owner.headers, 'desk_restore', { subject: 'room', ids: [room] });
    for (const { news } of [page, late])
      await expect.poll(() => news.at(-1)).toMatchObject({ closed: false, count: 1 });
    expect([page, late].map(({ state }) => state.ended)).toEqual([false, false]);
    await Promise.all([page.leave(), late.leave()]);
  });

  it('are refused for what is no room, and by other methods', async () => {
    for (const id of [newRoomId(), 'short', '%27', `${newRoomId()}x`])
      expect((await ask(addressOf(id))).status).toBe(404);
    const room = await makeRoom(server, ada);
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
      expect((await ask(addressOf(room), { method })).status).toBe(405);
    const odd = await watch(`${server.url}/live/v1/rooms/${room}?after=-1&after=%00x`);
    await expect.poll(() => odd.news).toMatchObject([{ after: 0 }]);
    await odd.leave();
  });

  it('are limited for one network, leave room for others’ requests, and end with the server', async () => {
    const small = await startTestServer(undefined, { limits: { rooms: { caller: 3 }, crowd: { caller: 2 } } });
    const room = await makeRoom(small, await newMember(small));
    const pages = await Promise.all(upTo(3).map(() => watch(addressOf(room, 0, small))));
    const refused = await ask(addressOf(room, 0, small));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    // Watching takes nothing of what a network may ask at once.
    expect((await sing(small, room)).status).toBe(200);
    await pages[0]!.leave();
    const again = async () => {
      const page = await watch(addressOf(room, 0, small));
      pages.push(page);
      return page.answer.status;
    };
    await expect.poll(again).toBe(200);
    await small.close();
    for (const page of pages) await expect.poll(() => page.state.ended).toBe(true);
  });
});
