import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import ShareRemixes from '../../../src/features/share/screen/ShareRemixes.tsx';
import type { SharedFragrance } from '../../../src/features/share/state/sharedFragrance.ts';
import { noteRemix } from '../../../src/features/fragrance/backend/index.ts';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/index.ts';
import { fragrance } from '../../../src/features/fragrance/state/fragrance.ts';
import { beginRemix, withParent } from '../../../src/features/fragrance/state/index.ts';
import { createFromBeat } from '../../../src/features/instruments/state/beat/beatFragrance.ts';
import { openBeat } from '../../../src/features/instruments/state/beat/beat.ts';
import { createFromTake, newTake } from '../../../src/features/instruments/state/take/take.ts';
import { takes } from '../../../src/features/instruments/state/take/takeState.ts';
import { PATIENCE_MS } from '../../patience.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { byRole, mount, press, text, unmount } from '../support/mount.tsx';

/** The notes of a shared fragrance are played with, and what comes of them names it. */

const LINEAGE = /POST \/rest\/v1\/rpc\/remixes_of/;
const NOTE = /POST \/rest\/v1\/rpc\/note_remix/;
const parent = { kind: 'share', id: 'Abcdefgh', name: 'Rose at Dawn' } as const;
const look = {
  music_essence: ['C4', 'E4'],
  intensity: null,
  complexity: 0.5,
  persistence: 0.2,
  face: null,
  accents: null,
};
const face = {
  musicEssence: ['C4', 'E4', 'G4'] as SharedFragrance['musicEssence'],
  intensity: 0.5,
  complexity: 0.5,
  persistence: 0.5,
  trace: {
    duration: 3,
    peaks: [],
    notes: [
      { note: 'C4' as const, onset: 0.5, offset: 1, velocity: 1, cents: 0 },
      { note: 'E4' as const, onset: 1.1, offset: 1.5, velocity: 0.5, cents: 0 },
    ],
  },
};
const shared = {
  shareId: parent.id,
  name: parent.name,
  musicEssence: face.musicEssence,
  face,
} as unknown as SharedFragrance;

let service: FakeService;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  service = fakeService();
  service.on(LINEAGE, () => json({ parent: null, children: [] }));
});
afterEach(async () => {
  await unmount();
  service.end();
  localStorage.clear();
});

async function open(): Promise<string[]> {
  const { hook, history } = memoryLocation({ path: `/share/${parent.id}`, record: true });
  await mount(
    <Router hook={hook}>
      <ShareRemixes fragrance={shared} />
    </Router>,
  );
  return history;
}

test('shows what it came of and what came of it, and one that cannot be read hides no other', async () => {
  service.on(LINEAGE, () =>
    json({
      parent: { kind: 'fragrance', id: 'a0000000-0000-4000-8000-000000000001', name: 'First', look },
      children: [
        { kind: 'share', id: 'Bbcdefgh', name: '<b>Second</b>', look },
        { kind: 'share', id: 'Cbcdefgh', name: null, look },
        { kind: 'share', id: 'Broken12', name: 'Broken', look: {} },
        7,
      ],
    }),
  );
  await open();
  await vi.waitUntil(() => text().includes('What came of it'), { timeout: PATIENCE_MS });
  expect(byRole('link', 'First').getAttribute('href')).toBe('/playlist/First?id=a0000000-0000-4000-8000-000000000001');
  expect(byRole('link', '<b>Second</b>').getAttribute('href')).toBe('/share/Bbcdefgh');
  // Shares from before fragrances had names, and those whose makers gave none.
  expect(byRole('link', 'A fragrance without a name').getAttribute('href')).toBe('/share/Cbcdefgh');
  expect(text()).not.toContain('Broken');
});

test('becomes a beat in the beat maker, and the fragrance of that beat names it while it has one of its notes', async () => {
  const history = await open();
  await press(byRole('button', 'As a beat'));
  await vi.waitUntil(() => history.length === 2, { timeout: PATIENCE_MS });
  const [path, query] = history[1]!.split('?');
  expect(path).toBe('/beat-maker');
  openBeat(new URLSearchParams(query).get('beat'));
  expect(createFromBeat()).toBe(true);
  expect(fragrance.current).toMatchObject({ remixOf: parent, source: 'beat' });
  expect(fragrance.current!.musicEssence.toSorted()).toEqual(['C4', 'E4']);
  // Whoever begins anew made something of their own.
  const { remixOf: _parent, ...own } = fragrance.current!;
  expect(withParent({ ...own, musicEssence: ['A3'] })).not.toHaveProperty('remixOf');
});

test('becomes a take on the keyboard, which names it too', async () => {
  const history = await open();
  await press(byRole('button', 'On the keyboard'));
  await vi.waitUntil(() => history.length === 2, { timeout: PATIENCE_MS });
  expect(history[1]).toBe('/secret-keyboard');
  expect(takes.take.layers[0]!.map(({ midi }) => midi)).toEqual([60, 64]);
  expect(createFromTake()).toBe(true);
  expect(fragrance.current).toMatchObject({ remixOf: parent, source: 'keys' });
  newTake();
});

test('is of the notes that this tab took, whatever another one plays with', async () => {
  const own = fragranceFromEssence({ essence: ['C4', 'E4'], source: 'keys', now: new Date(0) });
  beginRemix(parent, face);
  const other = { kind: 'share', id: 'Othertab', name: 'Other' } as const;
  localStorage.setItem('accord:remix', JSON.stringify({ parent: other, notes: ['C4', 'A3'] }));
  expect(withParent(own).remixOf).toEqual(parent);
  expect(withParent({ ...own, musicEssence: ['A3'] }).remixOf).toEqual(other);
  // A new tab knows what the device knows.
  sessionStorage.clear();
  expect(withParent(own).remixOf).toEqual(other);
});

test('is noted by whoever made it; a refusal costs nothing, a lost connection is tried again', async () => {
  const child = { kind: 'share', id: 'Child123' } as const;
  service.on(NOTE, () => json(true));
  await noteRemix(child, parent);
  expect(service.calls.findLast(({ path }) => path.endsWith('note_remix'))!.body).toMatchObject({
    child_kind: 'share',
    child_id: 'Child123',
    parent_kind: 'share',
    parent_id: parent.id,
  });
  service.on(NOTE, () => json({ code: '42501', message: 'no' }, 403));
  await noteRemix(child, parent);
  service.on(NOTE, noConnection);
  await expect(noteRemix(child, parent)).rejects.toMatchObject({ code: 'network' });
});
