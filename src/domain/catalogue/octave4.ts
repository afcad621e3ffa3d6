import type { CatalogueEntry } from './entry.ts';

/** Spices & Deep Florals. */
export const octave4: readonly CatalogueEntry[] = [
  {
    code: 'C4',
    name: 'Rose',
    description: 'Thousands of petals picked before sunrise make one dark drop of honey, wine, pepper and green stem.',
  },
  {
    code: 'C#4',
    name: 'Tuberose',
    description: 'After sunset the white spikes turn to butter, warm rubber and skin, and the whole garden gives in.',
  },
  {
    code: 'D4',
    name: 'Clove',
    description: 'One nail-shaped bud heats the mouth, numbs the tongue and smells of oranges studded for winter.',
  },
  {
    code: 'D#4',
    name: 'Cinnamon',
    description: 'Curled inner bark, red and dry, sets sweet fire to whatever stands next to it.',
  },
  {
    code: 'E4',
    name: 'Ylang-Ylang',
    description: 'Yellow ribbons of the Comoros drip with banana, custard and a hint of tropical leather.',
  },
  {
    code: 'F4',
    name: 'Saffron',
    description: 'Crimson threads worth their weight smell of hay, iodine and new suede gloves.',
  },
  {
    code: 'F#4',
    name: 'Nutmeg',
    description: "Grated over milk it is a nursery comfort, yet its woody heat keeps a sailor's restlessness.",
  },
  {
    code: 'G4',
    name: 'Carnation',
    description: 'Ruffled petals carry clove in their pocket and cold cream on their cheeks.',
  },
  {
    code: 'G#4',
    name: 'Jasmine',
    description: 'Night-blooming stars ripen from tea and apricot to something warm-blooded by dawn.',
  },
  {
    code: 'A4',
    name: 'Black Pepper',
    description: 'Cracked corns fling up a dry, woody spark that is gone before the sneeze arrives.',
  },
  {
    code: 'A#4',
    name: 'Cardamom',
    description: 'Green pods snap open on eucalyptus, lemon zest and the steam of sweet milk tea.',
  },
  {
    code: 'B4',
    name: 'Pink Pepper',
    description: 'Rosy berries from a Peruvian tree fizz like a sip of cold sparkling wine.',
  },
];
