import type { CatalogueEntry } from './entry.ts';

/** Gourmand & Sweet. */
export const octave2: readonly CatalogueEntry[] = [
  {
    code: 'C2',
    name: 'Cocoa Absolute',
    color: [0.41, 0.06, 45],
    description: 'Bitter before it is sweet, it has the dusty rim of a cocoa tin and a long, dark, buttery floor.',
  },
  {
    code: 'C#2',
    name: 'Roasted Coffee',
    color: [0.24, 0.025, 55],
    description: 'The bag is torn open and out comes burnt sugar, hot oil and the crackle of beans just off the drum.',
  },
  {
    code: 'D2',
    name: 'Molasses',
    color: [0.375, 0.105, 46],
    description: 'What stays in the kettle when sugar has left: thick, mineral, liquorice-black syrup.',
  },
  {
    code: 'D#2',
    name: 'Tonka Bean',
    color: [0.55, 0.06, 80],
    description: 'Coumarin frosts these wrinkled seeds with new hay, marzipan and pipe tobacco.',
  },
  {
    code: 'E2',
    name: 'Vanilla',
    color: [0.9, 0.065, 90],
    description: 'Orchid pods sweat and dry for months until they smell of cream, old rum and polished wood.',
  },
  {
    code: 'F2',
    name: 'Caramel',
    color: [0.62, 0.14, 62],
    description: 'Sugar taken to the edge of burning, then calmed with butter and one pinch of salt.',
  },
  {
    code: 'F#2',
    name: 'Praline',
    color: [0.47, 0.09, 54],
    description: 'Hazelnuts rattle in a copper pan while their skins toast and the sugar clouds over.',
  },
  {
    code: 'G2',
    name: 'Honey',
    color: [0.76, 0.155, 78],
    description: 'Nectar of a thousand flowers, sticky and gold, with a trace of animal warmth from the comb.',
  },
  {
    code: 'G#2',
    name: 'Bitter Almond',
    color: [0.82, 0.06, 35],
    description: 'A cherry stone cracked between the teeth releases this marzipan that glints like cold glass.',
  },
  {
    code: 'A2',
    name: 'Coconut Milk',
    color: [0.97, 0.012, 100],
    description: 'Lactones as smooth as sun cream pour over green husk and warm sand.',
  },
  {
    code: 'A#2',
    name: 'Steamed Rice',
    color: [0.83, 0.03, 105],
    description: 'Basmati lifts its lid on a pale, nutty vapour, comforting as a quiet kitchen.',
  },
  {
    code: 'B2',
    name: 'Cotton Candy',
    color: [0.8, 0.11, 355],
    description: 'Ethyl maltol spun to pink threads, strawberry-light, dissolves before it can be held.',
  },
];
