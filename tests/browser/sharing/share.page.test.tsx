import { expect, test } from 'vitest';
import { SharePage } from '../../../src/features/share/screen/SharePage.tsx';
import { wordsOfShare, type SharedFragrance } from '../../../src/features/share/state/sharedFragrance.ts';
import { allByRole, areInOrder, byRole, mount } from '../support/mount.tsx';

const shared: SharedFragrance = {
  shareId: 'abcdefgh',
  title: 'My Accord Fragrance Profile',
  name: 'Rose at Dawn',
  musicEssence: ['C4', 'E4'],
  topNotes: ['Bergamot'],
  middleNotes: ['Rose'],
  baseNotes: ['Oud'],
  audioUrl: 'data:audio/wav;base64,',
  face: {
    musicEssence: ['C4', 'E4'],
    intensity: 0.5,
    complexity: 0.5,
    persistence: 0.5,
    accents: [{ note: 'E6', of: 'C4', partial: 3, level: -6 }],
  },
  description: 'A rose opening over oud.',
  source: 'spectral',
  makerName: null,
};

test('has title, sound, notes, views, link and "Create Your Own" in this order, and what we add after them', async () => {
  await mount(<SharePage words={wordsOfShare(shared)} fragrance={shared} />);
  await expect.poll(() => allByRole('heading', 'Accents').length).toBe(1);
  const term = (name: string) => [...document.querySelectorAll('dt')].find((dt) => dt.textContent?.startsWith(name))!;
  const parts = [
    document.querySelector('[data-word="title"]')!,
    byRole('heading', 'Rose at Dawn'),
    document.querySelector('audio')!,
    ...['Music essence', 'Top notes', 'Middle notes', 'Base notes'].map(term),
    [...document.querySelectorAll('p')].find((words) => /^\d+ views?$/.test(words.textContent ?? ''))!,
    byRole('button', 'Copy Link'),
    byRole('link', 'Create Your Own'),
    document.querySelector('[data-word="description"]')!,
    byRole('heading', 'Accents'),
  ];
  expect(areInOrder(parts)).toBe(true);
});
