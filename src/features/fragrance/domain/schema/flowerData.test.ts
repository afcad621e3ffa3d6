import { expect, it } from 'vitest';
import { measuresOrDefaults, readFlowerData } from './flowerData.ts';

const ownFields = { id: 'Abcdefgh', name: 'Rose at Dawn', created: '' };
const look = {
  music_essence: ['C4', 'E4'],
  intensity: 0.3,
  complexity: 0.4,
  persistence: 0.9,
  face: null,
  accents: null,
};

it('draws a look with its own measures, and one of an older version with those of its notes, as on its page', () => {
  expect(readFlowerData(look, ownFields)).toMatchObject({
    ...ownFields,
    musicEssence: ['C4', 'E4'],
    intensity: 0.3,
    persistence: 0.9,
  });
  const old = { ...look, intensity: null, complexity: null, persistence: null };
  expect(readFlowerData(old, ownFields)).toMatchObject({ intensity: 0.25, complexity: 0.2, persistence: 0.5 });
  expect(measuresOrDefaults({ intensity: null, complexity: null, persistence: null }, 40)).toMatchObject({
    intensity: 1,
    complexity: 1,
  });
});

it('returns null for an invalid look, and leaves out invalid parts of one', () => {
  for (const wrong of [null, 7, {}, { ...look, music_essence: 'C4' }, { ...look, music_essence: ['H9'] }])
    expect(readFlowerData(wrong, ownFields)).toBeNull();
  expect(readFlowerData({ ...look, accents: [{ note: '<b>' }] }, ownFields)).not.toHaveProperty('accents');
});
