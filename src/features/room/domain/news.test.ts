import { describe, expect, it } from 'vitest';
import { isOutOfStep, readNews, withNews, type RoomNews, type RoomView, type WallFace } from './news.ts';

const ID = 'AAAAAAAAAAAAAAAAAAAAAA';
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
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
const face = (n: number, rev = n + 1): WallFace => ({ id: uuid(n), rev, place: n, face: FACE });
const news = (over: Partial<RoomNews> = {}): RoomNews => ({
  id: ID,
  name: 'Choir day',
  closesAt: '2026-05-01T20:00:00.000Z',
  closed: false,
  keeper: false,
  count: 0,
  after: 0,
  rev: 0,
  more: false,
  faces: [],
  gone: [],
  ...over,
});
const ids = (view: RoomView) => view.faces.map(({ place }) => place);

describe('news of a room', () => {
  it('add up to the faces in order of their places', () => {
    let view = withNews(null, news({ rev: 2, faces: [face(1), face(0)], count: 2 }));
    view = withNews(view, news({ after: 2, rev: 3, faces: [face(2)], count: 3 }));
    expect(ids(view)).toEqual([0, 1, 2]);
    expect(view.rev).toBe(3);
  });

  it('count once, however often they come, and none is taken that follows a gap', () => {
    const view = withNews(null, news({ rev: 2, faces: [face(0), face(1)], count: 2 }));
    const again = withNews(view, news({ after: 1, rev: 3, faces: [face(1), face(2)], count: 3 }));
    expect(ids(again)).toEqual([0, 1, 2]);
    expect(withNews(again, news({ after: 0, rev: 2, faces: [face(0)], count: 2 }))).toBe(again);
    expect(withNews(again, news({ after: 5, rev: 6, faces: [face(5)], count: 6 }))).toBe(again);
  });

  it('take a hidden face away, and bring it back at its place', () => {
    let view = withNews(null, news({ rev: 3, faces: [face(0), face(1), face(2)], count: 3 }));
    const before = view.faces[1];
    view = withNews(view, news({ after: 3, rev: 4, gone: [uuid(1)], count: 2 }));
    expect(ids(view)).toEqual([0, 2]);
    view = withNews(view, news({ after: 4, rev: 5, faces: [face(1, 5)], count: 3 }));
    expect(ids(view)).toEqual([0, 1, 2]);
    expect(view.faces[1]!.place).toBe(before!.place);
  });

  it('close the room without taking its faces from the page', () => {
    const open = withNews(null, news({ rev: 1, faces: [face(0)], count: 1 }));
    const closed = withNews(open, news({ after: 1, rev: 1, closed: true, count: 1 }));
    expect(closed).toMatchObject({ closed: true, rev: 1 });
    expect(ids(closed)).toEqual([0]);
    expect(isOutOfStep(closed, false)).toBe(false);
  });

  it('take everything of a hidden room from the page, but not from those who keep it', () => {
    const hidden = { after: 1, rev: 2, closed: true, hidden: true, name: 'A hidden room' };
    const view = withNews(null, news({ rev: 1, faces: [face(0)], count: 1 }));
    expect(withNews(view, news(hidden))).toMatchObject({ name: 'A hidden room', closed: true, faces: [], rev: 0 });
    const kept = withNews(null, news({ rev: 1, faces: [face(0)], count: 1, keeper: true }));
    expect(ids(withNews(kept, news({ ...hidden, name: 'Choir day', keeper: true, count: 1 })))).toEqual([0]);
  });

  it('tell that something left without a trace', () => {
    const view = withNews(null, news({ rev: 2, faces: [face(0), face(1)], count: 2 }));
    const later = withNews(view, news({ after: 2, rev: 3, count: 1 }));
    expect(isOutOfStep(view, false)).toBe(false);
    expect(isOutOfStep(later, true)).toBe(false);
    expect(isOutOfStep(later, false)).toBe(true);
  });

  it('are read from outside with care', () => {
    const { closesAt: closes_at, ...rest } = news({ rev: 2, count: 2 });
    const good = { ...rest, closes_at, faces: [face(0), { ...face(1), face: { essence: ['X'] } }, 'no face'] };
    expect(readNews(good)).toEqual(news({ rev: 2, count: 2, faces: [face(0)] }));
    for (const bad of [
      null,
      [],
      {},
      { ...good, id: 'short' },
      { ...good, name: '' },
      { ...good, name: 'x'.repeat(61) },
      { ...good, rev: -1 },
      { ...good, rev: 1.5 },
      { ...good, count: 501 },
      { ...good, gone: ['x'] },
    ])
      expect(readNews(bad)).toBeNull();
  });
});
