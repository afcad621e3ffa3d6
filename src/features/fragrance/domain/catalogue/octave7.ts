import type { CatalogueEntry } from './entry.ts';

/** Bright, Fresh, Airy. */
export const octave7: readonly CatalogueEntry[] = [
  {
    code: 'C7',
    name: 'Lily of the Valley',
    color: [0.95, 0.035, 130],
    description: 'Mute to every still, these white bells are drawn from imagination as green, soapy, dew-hung light.',
  },
  {
    code: 'C#7',
    name: 'Violet Leaf',
    color: [0.48, 0.08, 160],
    description: 'Not the flower but its foliage: metal, melon rind and a hedgerow after a shower.',
  },
  {
    code: 'D7',
    name: 'Green Tea',
    color: [0.74, 0.1, 122],
    description: 'Leaves unroll in hot water and let go of hay, lemon and a pleasant astringent quiet.',
  },
  {
    code: 'D#7',
    name: 'Water Lily',
    color: [0.84, 0.075, 345],
    description: 'Floating accords have melon on the petal, pond-cool green below and plenty of sky between.',
  },
  {
    code: 'E7',
    name: 'Cucumber',
    color: [0.8, 0.11, 145],
    description: 'Slice it thin and violet-like aldehydes cool the air as if a window had opened.',
  },
  {
    code: 'F7',
    name: 'Fresh Ginger',
    color: [0.87, 0.1, 78],
    description: 'Distilled straight from juicy rhizomes, the oil prickles with lemon, soap and clean heat.',
  },
  {
    code: 'F#7',
    name: 'Lemon Verbena',
    color: [0.78, 0.17, 122],
    description: 'Brushing past the bush is enough for sherbet lemon and green leaf to follow you down the path.',
  },
  {
    code: 'G7',
    name: 'Juniper Berry',
    color: [0.38, 0.07, 270],
    description: "Gin's blue-black cone snaps with pine, pepper and frosty morning hills.",
  },
  {
    code: 'G#7',
    name: 'Spearmint',
    color: [0.7, 0.15, 160],
    description: 'Carvone, sweet and leafy, grins from toothpaste, juleps and any garden that ever let it loose.',
  },
  {
    code: 'A7',
    name: 'Eucalyptus',
    color: [0.62, 0.055, 200],
    description: 'Blue gum leaves swing in the heat and breathe a medicine so cold it opens the chest.',
  },
  {
    code: 'A#7',
    name: 'Sea Spray',
    color: [0.77, 0.09, 212],
    description: 'Salt dries on the lips, a wave breaks into ozone, and far out somebody is slicing melon.',
  },
  {
    code: 'B7',
    name: 'Glacial Breeze',
    color: [0.92, 0.045, 215],
    description: 'Air that has slid over blue ice arrives with mint, mineral water and silence.',
  },
];
