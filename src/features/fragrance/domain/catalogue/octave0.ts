import type { CatalogueEntry } from './entry.ts';

/** Deep, Smoky, and Mineral. */
export const octave0: readonly CatalogueEntry[] = [
  {
    code: 'C0',
    name: 'Cade Oil',
    color: [0.24, 0.03, 50],
    description:
      'Juniper wood cooked without flame until it weeps a black tar that smells of campfires and old saddles.',
  },
  {
    code: 'C#0',
    name: 'Birch Tar',
    color: [0.4, 0.085, 38],
    description: 'The bark that once waterproofed Russian boots, all scorched leather, woodsmoke and cold iron.',
  },
  {
    code: 'D0',
    name: 'Choya Nakh',
    color: [0.63, 0.035, 55],
    description: 'Roasted seashells give up a burnt, briny vapour, as if a beach had been on fire overnight.',
  },
  {
    code: 'D#0',
    name: 'Lapsang Souchong',
    color: [0.47, 0.125, 50],
    description: 'Tea leaves dried over pine embers carry bacon-dark smoke into a cup that tastes almost sweet.',
  },
  {
    code: 'E0',
    name: 'Nagarmotha',
    color: [0.34, 0.045, 65],
    description: 'Dug from Indian riverbanks, this sedge root breathes damp soil, dry ink and a curl of incense.',
  },
  {
    code: 'F0',
    name: 'Peat Smoke',
    color: [0.54, 0.012, 60],
    description: 'Bog turf smoulders slowly here, with the iodine and ash of an Islay distillery on a wet evening.',
  },
  {
    code: 'F#0',
    name: 'Patchouli',
    color: [0.39, 0.07, 112],
    description: 'Dried, rested leaves turn to cellar earth, cocoa dust and a flash of camphor that clears the head.',
  },
  {
    code: 'G0',
    name: 'Mitti Attar',
    color: [0.56, 0.12, 45],
    description: 'In Kannauj, baked river clay is distilled into sandalwood to keep the first minute of the monsoon.',
  },
  {
    code: 'G#0',
    name: 'Struck Flint',
    color: [0.44, 0.012, 280],
    description: 'Two stones meet, and a spark of sulfur hangs over gray, powder-dry rock.',
  },
  {
    code: 'A0',
    name: 'Oud',
    color: [0.3, 0.08, 30],
    description:
      'Agarwood grows this resin only to heal a wound, and it burns sweet, barnyard-rich and endlessly deep.',
  },
  {
    code: 'A#0',
    name: 'Vetiver',
    color: [0.51, 0.07, 100],
    description:
      'Long grass roots hold the smell of a shaded garden: cool earth, smoke thin as thread, a twist of grapefruit peel.',
  },
  {
    code: 'B0',
    name: 'Wet Slate',
    color: [0.34, 0.03, 245],
    description: 'Rain on a roof tile, clean and gray, leaves a trace of chalk and metal on the tongue.',
  },
];
