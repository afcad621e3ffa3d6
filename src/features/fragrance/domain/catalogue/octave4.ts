import type { CatalogueEntry } from './entry.ts';

/** Spices & Deep Florals. */
export const octave4: readonly CatalogueEntry[] = [
  {
    code: 'C4',
    name: 'Rose',
    color: [0.66, 0.19, 5],
    description: 'Thousands of petals picked before sunrise make one dark drop of honey, wine, pepper and green stem.',
  },
  {
    code: 'C#4',
    name: 'Tuberose',
    color: [0.95, 0.025, 90],
    description: 'After sunset the white spikes turn to butter, warm rubber and skin, and the whole garden gives in.',
  },
  {
    code: 'D4',
    name: 'Clove',
    color: [0.33, 0.065, 35],
    description: 'One nail-shaped bud heats the mouth, numbs the tongue and smells of oranges studded for winter.',
  },
  {
    code: 'D#4',
    name: 'Cinnamon',
    color: [0.5, 0.11, 47],
    description: 'Curled inner bark, red and dry, sets sweet fire to whatever stands next to it.',
  },
  {
    code: 'E4',
    name: 'Ylang-Ylang',
    color: [0.85, 0.17, 98],
    description: 'Yellow ribbons of the Comoros drip with banana, custard and a hint of tropical leather.',
  },
  {
    code: 'F4',
    name: 'Saffron',
    color: [0.61, 0.195, 39],
    description: 'Crimson threads worth their weight smell of hay, iodine and new suede gloves.',
  },
  {
    code: 'F#4',
    name: 'Nutmeg',
    color: [0.58, 0.06, 65],
    description: "Grated over milk it is a nursery comfort, yet its woody heat keeps a sailor's restlessness.",
  },
  {
    code: 'G4',
    name: 'Carnation',
    color: [0.56, 0.215, 18],
    description: 'Ruffled petals carry clove in their pocket and cold cream on their cheeks.',
  },
  {
    code: 'G#4',
    name: 'Jasmine',
    color: [0.92, 0.075, 95],
    description: 'Night-blooming stars ripen from tea and apricot to something warm-blooded by dawn.',
  },
  {
    code: 'A4',
    name: 'Black Pepper',
    color: [0.22, 0.012, 60],
    description: 'Cracked corns fling up a dry, woody spark that is gone before the sneeze arrives.',
  },
  {
    code: 'A#4',
    name: 'Cardamom',
    color: [0.82, 0.1, 130],
    description: 'Green pods snap open on eucalyptus, lemon zest and the steam of sweet milk tea.',
  },
  {
    code: 'B4',
    name: 'Pink Pepper',
    color: [0.72, 0.14, 22],
    description: 'Rosy berries from a Peruvian tree fizz like a sip of cold sparkling wine.',
  },
];
