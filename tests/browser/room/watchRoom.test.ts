import { afterEach, describe, expect, it } from 'vitest';
import { watchRoom, type WatchState } from '../../../src/features/room/backend/watchRoom.ts';
import type { LiveEvents } from '../../../src/features/room/backend/liveSources.ts';
import type { RoomNews, RoomView, WallFace } from '../../../src/features/room/domain/news.ts';

/** The watch over a room, with a backend whose answers and live source the test has in hand. */

const ID = 'AAAAAAAAAAAAAAAAAAAAAA';
const FACE: WallFace['face'] = {
  essence: ['A4'],
  intensity: 0.1,
  complexity: 0.1,
  persistence: 0.1,
  trace: null,
  accents: null,
  axes: null,
  proportions: null,
};
const PAGE = 3;

function backend() {
  /** Faces by their numbers; a number whose face is gone has null. */
  const changes: (WallFace | null)[] = [];
  let closed = false;
  let hidden = false;
  let keeper = false;
  let closesAt = '2100-01-01T00:00:00.000Z';
  let reach = true;
  const questions: number[] = [];
  const news = (after: number): RoomNews => {
    const all = changes.flatMap((face) => (face === null ? [] : [face]));
    const page = all.filter(({ rev }) => rev > after).slice(0, PAGE);
    const more = page.length > 0 && page.at(-1)!.rev < (all.at(-1)?.rev ?? 0);
    return {
      id: ID,
      name: 'Choir day',
      closesAt,
      closed: closed || hidden,
      ...(hidden && { hidden }),
      keeper,
      count: hidden && !keeper ? 0 : all.length,
      after,
      rev: more ? page.at(-1)!.rev : changes.length,
      more,
      faces: hidden && !keeper ? [] : page,
      gone: [],
    };
  };
  return {
    questions,
    news,
    add(count = 1) {
      for (let n = 0; n < count; n++) {
        const place = changes.length;
        const id = `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;
        changes.push({ id, rev: place + 1, place, face: FACE });
      }
    },
    /** A face leaves with its owner: a change without a name. */
    lose(place: number) {
      changes[place] = null;
      changes.push(null);
    },
    close: () => (closed = true),
    /** Reports hide it, or it is given back: a change of the room. */
    hide(now: boolean) {
      hidden = now;
      changes.push(null);
    },
    /** Whoever asks keeps the room. */
    keep: () => (keeper = true),
    /** Its closing time, ISO. */
    closeAt: (time: string) => (closesAt = time),
    reachable: (now: boolean) => (reach = now),
    async read(_id: string, after: number): Promise<RoomNews | null> {
      questions.push(after);
      if (!reach) throw Object.assign(new Error('Failed to fetch'), { code: 'network' });
      return news(after);
    },
  };
}

let leave = (): void => {};
afterEach(() => leave());

function watching(data: ReturnType<typeof backend>, read = data.read) {
  const views: RoomView[] = [];
  const states: WatchState[] = [];
  const opened: (LiveEvents & { after: number })[] = [];
  leave = watchRoom(ID, {
    onView: (view) => views.push(view),
    onState: (state) => states.push(state),
    read,
    source: (_id, after, events) => opened.push({ ...events, after }),
    pauses: { ask: 20, check: 1e6, reopen: 5, least: 1 },
  });
  return {
    views,
    states,
    opened,
    source: () => opened.at(-1)!,
    places: () => views.at(-1)?.faces.map(({ place }) => place) ?? null,
    state: () => states.at(-1),
  };
}
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('watching a room', () => {
  it('reads all pages, then takes what comes, each once, in whatever order it is told', async () => {
    const data = backend();
    data.add(8);
    const page = watching(data);
    await expect.poll(page.places).toEqual(upTo(8));
    page.source().up();
    await expect.poll(page.state).toBe('live');
    data.add(2);
    page.source().news(data.news(8));
    expect(page.places()).toEqual(upTo(10));
    page.source().news(data.news(7));
    page.source().news(data.news(8));
    expect(page.places()).toEqual(upTo(10));
  });

  it('asks where news would leave a gap, and where it is only told that something is new', async () => {
    const data = backend();
    data.add(1);
    const page = watching(data);
    await expect.poll(page.source).toBeDefined();
    page.source().up();
    await expect.poll(page.places).toEqual(upTo(1));
    await expect.poll(page.state).toBe('live');
    data.add(3);
    page.source().news(data.news(3));
    await expect.poll(page.places).toEqual(upTo(4));
    data.add(1);
    page.source().poke();
    await expect.poll(page.places).toEqual(upTo(5));
  });

  it('reads what came while the source was away, and opens it again after the last number', async () => {
    const data = backend();
    data.add(2);
    const page = watching(data);
    await expect.poll(page.source).toBeDefined();
    page.source().up();
    await expect.poll(page.state).toBe('live');
    await expect.poll(page.places).toEqual(upTo(2));
    page.source().down();
    data.add(2);
    await expect.poll(page.places).toEqual(upTo(4));
    await expect.poll(() => page.opened.length).toBeGreaterThan(1);
    page.source().up();
    data.add(1);
    page.source().news(data.news(4));
    await expect.poll(page.places).toEqual(upTo(5));
    // What an earlier source still says does not count.
    data.add(1);
    page.opened[0]!.news(data.news(5));
    expect(page.places()).toEqual(upTo(5));
  });

  it('asks every few seconds where no source works', async () => {
    const data = backend();
    const page = watching(data);
    await expect.poll(page.state).toBe('asking');
    data.add(1);
    await expect.poll(page.places).toEqual([0]);
    data.add(1);
    await expect.poll(page.places).toEqual([0, 1]);
    expect(page.states).not.toContain('live');
  });

  it('says when the backend is away, and goes on when it is back', async () => {
    const data = backend();
    data.add(1);
    data.reachable(false);
    const page = watching(data);
    await expect.poll(page.state).toBe('away');
    data.reachable(true);
    await expect.poll(page.places).toEqual([0]);
    expect(page.state()).toBe('asking');
  });

  it('reads all anew when a face has left with its owner', async () => {
    const data = backend();
    data.add(5);
    const page = watching(data);
    await expect.poll(page.places).toEqual(upTo(5));
    data.lose(2);
    page.source().poke();
    await expect.poll(page.places).toEqual([0, 1, 3, 4]);
  });

  it('takes everything of a hidden room away, and brings it back when it is given back', async () => {
    const data = backend();
    data.add(5);
    const page = watching(data);
    await expect.poll(page.places).toEqual(upTo(5));
    page.source().up();
    await expect.poll(page.state).toBe('live');
    data.hide(true);
    page.source().news(data.news(5));
    expect(page.places()).toEqual([]);
    data.hide(false);
    page.source().news(data.news(6));
    await expect.poll(page.places).toEqual(upTo(5));
    // Also where the source was lost meanwhile.
    data.hide(true);
    page.source().poke();
    await expect.poll(page.places).toEqual([]);
    page.source().down();
    data.hide(false);
    await expect.poll(() => page.opened.length).toBe(2);
    page.source().up();
    await expect.poll(page.places).toEqual(upTo(5));
    expect(page.states).not.toContain('closed');
  });

  it('leaves a hidden room to those who keep it, and ends with its time', async () => {
    const data = backend();
    data.add(2);
    data.keep();
    const page = watching(data);
    await expect.poll(page.places).toEqual(upTo(2));
    data.hide(true);
    page.source().news({ ...data.news(2), keeper: false, name: 'A hidden room', count: 0, faces: [] });
    await expect.poll(() => page.views.at(-1)).toMatchObject({ hidden: true, name: 'Choir day', count: 2 });
    expect(page.views.every(({ name }) => name === 'Choir day')).toBe(true);
    expect(page.places()).toEqual(upTo(2));
    data.closeAt('2020-01-01T00:00:00.000Z');
    page.source().poke();
    await expect.poll(page.state).toBe('closed');
  });

  it('ends with the room, and asks nothing more', async () => {
    const data = backend();
    data.add(1);
    const page = watching(data);
    await expect.poll(page.places).toEqual([0]);
    data.close();
    page.source().poke();
    await expect.poll(page.state).toBe('closed');
    expect(page.places()).toEqual([0]);
    const asked = data.questions.length;
    page.source().poke();
    page.source().up();
    expect(data.questions).toHaveLength(asked);
    const gone = watching(data, async () => null);
    await expect.poll(gone.state).toBe('missing');
  });
});
