import { Writable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRoomHub, type HubLimits, type News, type RoomHub } from '../../../supabase/local/rooms/roomHub.ts';
import { turn } from '../../turn.ts';

const PAGE = 3;
const LIMITS: HubLimits = { caller: 100, all: 100, beatMs: 1000 };

/** Rooms as the database has them: changes with numbers. */
function rooms() {
  const changes = new Map<string, number[]>();
  const closed = new Set<string>();
  let reads = 0;
  return {
    reads: () => reads,
    add(id: string, count = 1) {
      const list = changes.get(id) ?? [];
      for (let n = 0; n < count; n++) list.push(list.length + 1);
      changes.set(id, list);
    },
    close: (id: string) => closed.add(id),
    async read(id: string, after: number): Promise<News | null> {
      reads++;
      const list = changes.get(id);
      await turn();
      if (list === undefined) return null;
      const page = list.filter((rev) => rev > after).slice(0, PAGE);
      const rev = page.at(-1) ?? list.length;
      return {
        closed: closed.has(id),
        after,
        rev,
        more: rev < list.length,
        faces: page.map((n) => ({ rev: n })),
        gone: [],
      };
    },
  };
}

/** A stream that takes what is written when `let` is called, at once by default. */
function reader({ slow = false } = {}) {
  const taken: string[] = [];
  const held: (() => void)[] = [];
  let refused = false;
  let begun = 0;
  const out = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      taken.push(chunk.toString());
      if (slow) held.push(done);
      else done();
    },
  });
  return {
    out,
    begin: () => void begun++,
    refuse: () => {
      refused = true;
      out.end();
    },
    begun: () => begun,
    refused: () => refused,
    /** Takes the text that waits. */
    let: () => held.shift()?.(),
    taken,
    /** The numbers of the faces that came, in their order. */
    faces: () =>
      taken.flatMap((text) => {
        const data = /^data: (.*)$/m.exec(text)?.[1];
        return data === undefined ? [] : (JSON.parse(data) as News).faces.map(({ rev }) => rev);
      }),
  };
}

let hub: RoomHub | null = null;
afterEach(() => {
  hub?.close();
  vi.useRealTimers();
});
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
/** Until all that the hub has begun is done. */
async function settled(): Promise<void> {
  for (let round = 0; round < 30; round++) await turn();
}

describe('the hub of rooms', () => {
  it('sends all that is there and all that comes, in order and once, to each from its own number', async () => {
    const data = rooms();
    hub = createRoomHub(data.read, LIMITS);
    data.add('a', 7);
    const [fresh, back, other] = [reader(), reader(), reader()];
    data.add('b', 1);
    hub.join('a', 'x', 0, fresh);
    hub.join('a', 'x', 5, back);
    hub.join('b', 'x', 0, other);
    for (let n = 0; n < 20; n++) {
      data.add('a');
      hub.changed('a');
      if (n % 3 === 0) await turn();
    }
    await settled();
    expect(fresh.faces()).toEqual(upTo(27));
    expect(back.faces()).toEqual(upTo(27, 6));
    expect(other.faces()).toEqual([1]);
    expect([fresh.begun(), back.begun(), other.begun()]).toEqual([1, 1, 1]);
    // The id of an event is the number to come back with.
    expect(fresh.taken.at(-1)).toMatch(/^id: 27\nevent: news\n/);
  });

  it('reads once for all readers, however many there are', async () => {
    const data = rooms();
    hub = createRoomHub(data.read, LIMITS);
    data.add('a', 1);
    const readers = Array.from({ length: 50 }, () => reader());
    for (const each of readers) hub.join('a', 'x', 0, each);
    await settled();
    const before = data.reads();
    data.add('a');
    hub.changed('a');
    await settled();
    expect(data.reads()).toBe(before + 1);
    for (const each of readers) expect(each.faces()).toEqual([1, 2]);
  });

  it('passes on news that come with the change, without a question, and asks where they leave a gap', async () => {
    const data = rooms();
    hub = createRoomHub(data.read, LIMITS);
    data.add('a', 1);
    const [one, slow] = [reader(), reader({ slow: true })];
    hub.join('a', 'x', 0, one);
    await settled();
    const before = data.reads();
    const change = (rev: number): News => ({
      closed: false,
      keeper: true,
      after: rev - 1,
      rev,
      more: false,
      faces: [{ rev }],
      gone: [],
    });
    data.add('a');
    hub.changed('a', change(2));
    expect(one.faces()).toEqual([1, 2]);
    // What is true of the one who sang is not told to others.
    expect(one.taken.at(-1)).toContain('"keeper":false');
    await settled();
    expect(data.reads()).toBe(before);
    data.add('a', 2);
    hub.changed('a', change(4));
    hub.changed('a', change(3));
    await settled();
    expect(one.faces()).toEqual([1, 2, 3, 4]);
    hub.join('a', 'x', 0, slow);
    await settled();
    data.add('a');
    hub.changed('a', change(5));
    for (let n = 0; n < 5; n++) {
      slow.let();
      await settled();
    }
    expect([one.faces(), slow.faces()]).toEqual([upTo(5), upTo(5)]);
  });

  it('keeps one page for a slow reader, lets others not wait for it, and goes on where it stopped', async () => {
    const data = rooms();
    hub = createRoomHub(data.read, LIMITS);
    data.add('a', 2);
    const [slow, quick] = [reader({ slow: true }), reader()];
    hub.join('a', 'x', 0, slow);
    hub.join('a', 'x', 0, quick);
    data.add('a', 20);
    hub.changed('a');
    await settled();
    expect(quick.faces()).toEqual(upTo(22));
    expect(slow.taken).toHaveLength(1);
    expect(slow.out.writableLength).toBeLessThan(500);
    for (let n = 0; n < 12; n++) {
      slow.let();
      await settled();
    }
    expect(slow.faces()).toEqual(upTo(22));
  });

  it('drops a reader that takes nothing for two beats, and shows the others that it is alive', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const data = rooms();
    hub = createRoomHub(data.read, LIMITS);
    data.add('a', 2);
    const [stuck, quick] = [reader({ slow: true }), reader()];
    hub.join('a', 'x', 0, stuck);
    hub.join('a', 'x', 0, quick);
    await settled();
    for (let n = 0; n < 3; n++) {
      vi.advanceTimersByTime(LIMITS.beatMs);
      await settled();
    }
    expect(stuck.out.destroyed).toBe(true);
    expect(hub.size()).toBe(1);
    expect(quick.taken.filter((text) => text === ':\n\n')).toHaveLength(3);
  });

  it('notices at a beat what nobody told it, and ends the answers of a room that closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const data = rooms();
    hub = createRoomHub(data.read, LIMITS);
    data.add('a', 1);
    const one = reader();
    hub.join('a', 'x', 0, one);
    await settled();
    data.add('a', 1);
    vi.advanceTimersByTime(LIMITS.beatMs);
    await settled();
    expect(one.faces()).toEqual([1, 2]);
    data.close('a');
    vi.advanceTimersByTime(LIMITS.beatMs);
    await settled();
    expect(one.taken.at(-1)).toContain('"closed":true');
    expect(one.out.writableEnded).toBe(true);
    expect(hub.size()).toBe(0);
  });

  it('keeps the answers of a hidden room open until its closing time, since it may be given back', async () => {
    const noon = Date.parse('2026-05-01T12:00:00Z');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: noon });
    const data = rooms();
    const closes_at = new Date(noon + 1.5 * LIMITS.beatMs).toISOString();
    let hidden = true;
    const read = async (id: string, after: number): Promise<News> => {
      const news = (await data.read(id, after))!;
      return { ...news, closed: hidden || news.closed, hidden, closes_at };
    };
    hub = createRoomHub(read, LIMITS);
    data.add('a', 1);
    const one = reader();
    hub.join('a', 'x', 0, one);
    await settled();
    expect(one.taken.at(-1)).toContain('"closed":true');
    expect(one.out.writableEnded).toBe(false);
    hidden = false;
    data.add('a', 1);
    hub.changed('a');
    await settled();
    expect(one.taken.at(-1)).toContain('"closed":false');
    hidden = true;
    data.add('a', 1);
    hub.changed('a');
    await settled();
    vi.advanceTimersByTime(2 * LIMITS.beatMs);
    await settled();
    expect(one.out.writableEnded).toBe(true);
  });

  it('refuses a room that is not there, and more readers than it takes', async () => {
    const data = rooms();
    hub = createRoomHub(data.read, { ...LIMITS, caller: 2, all: 3 });
    data.add('a', 1);
    const lost = reader();
    expect(hub.join('none', 'x', 0, lost)).toBe(true);
    await settled();
    expect([lost.refused(), lost.begun(), hub.size()]).toEqual([true, 0, 0]);
    const mine = [reader(), reader()];
    expect(mine.map((each) => hub!.join('a', 'x', 0, each))).toEqual([true, true]);
    expect(hub.join('a', 'x', 0, reader())).toBe(false);
    expect(hub.join('a', 'y', 0, reader())).toBe(true);
    expect(hub.join('a', 'z', 0, reader())).toBe(false);
    mine[0]!.out.destroy();
    await settled();
    expect(hub.join('a', 'x', 0, reader())).toBe(true);
  });

  it('goes on after the database was away', async () => {
    const data = rooms();
    let away = true;
    hub = createRoomHub((id, after) => (away ? Promise.reject(new Error('away')) : data.read(id, after)), LIMITS);
    data.add('a', 2);
    const one = reader();
    hub.join('a', 'x', 0, one);
    await settled();
    expect(one.begun()).toBe(0);
    away = false;
    hub.changedAny();
    await settled();
    expect(one.faces()).toEqual([1, 2]);
  });
});
