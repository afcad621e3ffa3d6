import type { CatalogueEntry } from './entry.ts';

/** Deep, Smoky, and Mineral. */
export const octave0: readonly CatalogueEntry[] = [
  {
    code: 'C0',
    name: 'Cade Oil',
    description:
      'Juniper wood cooked without flame until it weeps a black tar that smells of campfires and old saddles.',
  },
  {
    code: 'C#0',
    name: 'Birch Tar',
    description: 'The bark that once waterproofed Russian boots, all scorched leather, woodsmoke and cold iron.',
  },
  {
    code: 'D0',
    name: 'Choya Nakh',
    description: 'Roasted seashells give up a burnt, briny vapour, as if a beach had been on fire overnight.',
  },
  {
    code: 'D#0',
    name: 'Lapsang Souchong',
    description: 'Tea leaves dried over pine embers carry bacon-dark smoke into a cup that tastes almost sweet.',
  },
  {
    code: 'E0',
    name: 'Nagarmotha',
    description: 'Dug from Indian riverbanks, this sedge root breathes damp soil, dry ink and a curl of incense.',
  },
  {
    code: 'F0',
    name: 'Peat Smoke',
    description: 'Bog turf smoulders slowly here, with the iodine and ash of an Islay distillery on a wet evening.',
  },
  {
    code: 'F#0',
    name: 'Patchouli',
    description: 'Dried, rested leaves turn to cellar earth, cocoa dust and a flash of camphor that clears the head.',
  },
  {
    code: 'G0',
    name: 'Mitti Attar',
    description: 'In Kannauj, baked river clay is distilled into sandalwood to keep the first minute of the monsoon.',
  },
  {
    code: 'G#0',
    name: 'Struck Flint',
    description: 'Two stones meet, and a spark of sulphur hangs over grey, powder-dry rock.',
  },
  {
    code: 'A0',
    name: 'Oud',
    description:
      'Agarwood grows this resin only to heal a wound, and it burns sweet, barnyard-rich and endlessly deep.',
  },
  {
    code: 'A#0',
    name: 'Vetiver',
    description:
      'Long grass roots hold the smell of a shaded garden: cool earth, smoke thin as thread, a twist of grapefruit peel.',
  },
  {
    code: 'B0',
    name: 'Wet Slate',
    description: 'Rain on a roof tile, clean and grey, leaves a trace of chalk and metal on the tongue.',
  },
];
