import { memoryLocation } from 'wouter/memory-location';
import { Router } from 'wouter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Playlist } from '../../../src/features/community/screen/store/Playlist.tsx';
import { PATIENCE_MS } from '../../patience.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, press, text, unmount } from '../support/mount.tsx';

/** Filters ask the database, all together and with the search; a surprise leads to a fragrance by chance. */

const LIST = /POST \/rest\/v1\/rpc\/public_fragrances/;
const CHANCE = /POST \/rest\/v1\/rpc\/fragrance_by_chance/;

let service: FakeService;
beforeEach(() => {
  service = fakeService();
  service.on(LIST, () => json([]));
});
afterEach(async () => {
  await unmount();
  service.end();
  localStorage.clear();
});
const asked = () =>
  service.calls.filter(({ path }) => path.endsWith('/public_fragrances')).map(({ body }) => body as object);

async function choose(label: string, words: string): Promise<void> {
  const select = byRole('combobox', label) as HTMLSelectElement;
  select.selectedIndex = [...select.options].findIndex((option) => option.text === words);
  expect(select.selectedIndex).toBeGreaterThan(0);
  const before = asked().length;
  await change(() => select.dispatchEvent(new Event('change', { bubbles: true })));
  await vi.waitUntil(() => asked().length > before, { timeout: PATIENCE_MS });
}

test('filters ask for what has all of them, and one press takes them away', async () => {
  await mount(<Playlist />);
  await vi.waitUntil(() => text().includes('No community fragrances yet'), { timeout: PATIENCE_MS });
  expect(asked()[0]).not.toHaveProperty('family');
  await choose('Family', 'Spice');
  await choose('Character', 'Bright');
  await choose('Accent', 'Rose');
  expect(asked().at(-1)).toMatchObject({
    search: '',
    family: 4,
    trait: 'bright',
    accent: expect.stringMatching(/^[A-G]#?\d$/),
  });
  await vi.waitUntil(() => text().includes('Nothing here matches'), { timeout: PATIENCE_MS });
  await press(byRole('button', 'Clear filters'));
  await vi.waitUntil(() => text().includes('No community fragrances yet'), { timeout: PATIENCE_MS });
  expect(asked().at(-1)).not.toHaveProperty('trait');
  for (const select of allByRole('combobox', /./)) expect((select as HTMLSelectElement).selectedIndex).toBe(0);
});

test('a surprise opens a fragrance by chance, and without a connection one that the device knows', async () => {
  const id = 'a0000000-0000-4000-8000-000000000001';
  service.on(CHANCE, () => json([{ id, name: 'Gavotte of Rose' }]));
  const { hook, history } = memoryLocation({ path: '/store', record: true });
  await mount(
    <Router hook={hook}>
      <Playlist />
    </Router>,
  );
  await press(byRole('button', 'Surprise me'));
  await vi.waitUntil(() => history.length === 2, { timeout: PATIENCE_MS });
  expect(history[1]).toBe(`/playlist/Gavotte%20of%20Rose?id=${id}`);
  service.on(CHANCE, noConnection);
  await press(byRole('button', 'Surprise me'));
  await vi.waitUntil(() => history.length === 3, { timeout: PATIENCE_MS });
  expect(history[2]).toMatch(/^\/playlist\/(Lavender%20Dreams|Citrus%20Burst)/);
});
