import type { CatalogueEntry } from './entry.ts';

/** Bright, Fresh, Airy. */
export const octave7: readonly CatalogueEntry[] = [
  {
    code: 'C7',
    name: 'Lily of the Valley',
    description: 'Mute to every still, these white bells are drawn from imagination as green, soapy, dew-hung light.',
  },
  {
    code: 'C#7',
    name: 'Violet Leaf',
    description: 'Not the flower but its foliage: metal, melon rind and a hedgerow after a shower.',
  },
  {
    code: 'D7',
    name: 'Green Tea',
    description: 'Leaves unroll in hot water and let go of hay, lemon and a pleasant astringent quiet.',
  },
  {
    code: 'D#7',
    name: 'Water Lily',
    description: 'Floating accords have melon on the petal, pond-cool green below and plenty of sky between.',
  },
  {
    code: 'E7',
    name: 'Cucumber',
    description: 'Slice it thin and violet-like aldehydes cool the air as if a window had opened.',
  },
  {
    code: 'F7',
    name: 'Fresh Ginger',
    description: 'Distilled straight from juicy rhizomes, the oil prickles with lemon, soap and clean heat.',
  },
  {
    code: 'F#7',
    name: 'Lemon Verbena',
    description: 'Brushing past the bush is enough for sherbet lemon and green leaf to follow you down the path.',
  },
  {
    code: 'G7',
    name: 'Juniper Berry',
    description: "Gin's blue-black cone snaps with pine, pepper and frosty morning hills.",
  },
  {
    code: 'G#7',
    name: 'Spearmint',
    description: 'Carvone, sweet and leafy, grins from toothpaste, juleps and any garden that ever let it loose.',
  },
  {
    code: 'A7',
    name: 'Eucalyptus',
    description: 'Blue gum leaves swing in the heat and breathe a medicine so cold it opens the chest.',
  },
  {
    code: 'A#7',
    name: 'Sea Spray',
    description: 'Salt dries on the lips, a wave breaks into ozone, and far out somebody is slicing melon.',
  },
  {
    code: 'B7',
    name: 'Glacial Breeze',
    description: 'Air that has slid over blue ice arrives with mint, mineral water and silence.',
  },
];
