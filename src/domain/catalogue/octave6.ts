import type { CatalogueEntry } from './entry.ts';

/** Light, Sparkling, Fruity & Green. */
export const octave6: readonly CatalogueEntry[] = [
  {
    code: 'C6',
    name: 'Blackcurrant Bud',
    description: 'Winter buds from Burgundy hide purple fruit, crushed leaves and the famous wink of a cat.',
  },
  {
    code: 'C#6',
    name: 'Fig Leaf',
    description: 'Torn in the heat, it bleeds coconut-green milk that smells of shade, stone walls and unripe fruit.',
  },
  {
    code: 'D6',
    name: 'Galbanum',
    description: 'Persian gum as green as a snapped pea pod, bitter, balsamic and almost loud.',
  },
  {
    code: 'D#6',
    name: 'Mandarin',
    description:
      'Peel one at the window and its sweet mist catches the light, softer and rounder than any other citrus.',
  },
  {
    code: 'E6',
    name: 'Bergamot',
    description: 'Calabrian sun inside a bumpy green rind, bright as lemon and calm as the tea it perfumes.',
  },
  {
    code: 'F6',
    name: 'Cut Grass',
    description: 'The mower passes, hexenol leaks from every blade, and a whole summer stands in the doorway.',
  },
  {
    code: 'F#6',
    name: 'Pear',
    description: 'Crisp and watery under freckled skin, with a drop of nail varnish only chemists notice.',
  },
  {
    code: 'G6',
    name: 'Petitgrain',
    description: 'Twigs and leaves of the bitter orange give what the flower will not: sap, bark and a clean bite.',
  },
  {
    code: 'G#6',
    name: 'Rhubarb',
    description: 'Pink stalks squeak between the teeth, tart as a dare and juicy as rain.',
  },
  {
    code: 'A6',
    name: 'Pink Grapefruit',
    description: 'A sulphurous trace no larger than a whisper gives this citrus its mouth-watering bitterness.',
  },
  {
    code: 'A#6',
    name: 'Yuzu',
    description: 'Japan floats it in winter baths, where mandarin, lime and pine needles rise with the vapour.',
  },
  {
    code: 'B6',
    name: 'Lemon',
    description: 'Cold-pressed from the yellow skin, it strikes first, laughs once and leaves the room brighter.',
  },
];
