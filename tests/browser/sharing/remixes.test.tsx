import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import ShareRemixes from '../../../src/features/share/screen/ShareRemixes.tsx';
import type { SharedFragrance } from '../../../src/features/share/state/sharedFragrance.ts';
import { fragrance } from '../../../src/features/fragrance/state/fragrance.ts';
import { createFromBeat } from '../../../src/features/instruments/state/beat/beatFragrance.ts';
import { openBeat } from '../../../src/features/instruments/state/beat/beat.ts';
import { createFromTake, newTake } from '../../../src/features/instruments/state/take/take.ts';
import { takes } from '../../../src/features/instruments/state/take/takeState.ts';
import { PATIENCE_MS } from '../../patience.ts';
import { byRole, mount, press, unmount } from '../support/mount.tsx';

/** The notes of a shared fragrance are played with. */

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
  shareId: 'Abcdefgh',
  name: 'Rose at Dawn',
  musicEssence: face.musicEssence,
  face,
} as unknown as SharedFragrance;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(async () => {
  await unmount();
  localStorage.clear();
});

async function open(): Promise<string[]> {
  const { hook, history } = memoryLocation({ path: '/share/Abcdefgh', record: true });
  await mount(
    <Router hook={hook}>
      <ShareRemixes fragrance={shared} />
    </Router>,
  );
  return history;
}

test('becomes a beat in the beat maker, whose fragrance has its notes', async () => {
  const history = await open();
  await press(byRole('button', 'As a beat'));
  await vi.waitUntil(() => history.length === 2, { timeout: PATIENCE_MS });
  const [path, query] = history[1]!.split('?');
  expect(path).toBe('/beat-maker');
  openBeat(new URLSearchParams(query).get('beat'));
  expect(createFromBeat()).toBe(true);
  expect(fragrance.current).toMatchObject({ source: 'beat' });
  expect(fragrance.current!.musicEssence.toSorted()).toEqual(['C4', 'E4']);
});

test('becomes a take on the keyboard, whose fragrance is of keys', async () => {
  const history = await open();
  await press(byRole('button', 'On the keyboard'));
  await vi.waitUntil(() => history.length === 2, { timeout: PATIENCE_MS });
  expect(history[1]).toBe('/secret-keyboard');
  expect(takes.take.layers[0]!.map(({ midi }) => midi)).toEqual([60, 64]);
  expect(createFromTake()).toBe(true);
  expect(fragrance.current).toMatchObject({ source: 'keys' });
  newTake();
});
