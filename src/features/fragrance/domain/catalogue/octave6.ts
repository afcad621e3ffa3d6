import type { CatalogueEntry } from './entry.ts';

/** Light, Sparkling, Fruity & Green. */
export const octave6: readonly CatalogueEntry[] = [
  {
    code: 'C6',
    name: 'Blackcurrant Bud',
    color: [0.35, 0.12, 325],
    description:
      'Winter buds from Burgundy hide purple fruit, crushed leaves and, every perfumer admits, a trace of cat.',
  },
  {
    code: 'C#6',
    name: 'Fig Leaf',
    color: [0.44, 0.09, 150],
    description: 'Torn in the heat, it bleeds coconut-green milk that smells of shade, stone walls and unripe fruit.',
  },
  {
    code: 'D6',
    name: 'Galbanum',
    color: [0.6, 0.14, 118],
    description: 'Persian gum as green as a snapped pea pod, bitter, balsamic and almost loud.',
  },
  {
    code: 'D#6',
    name: 'Mandarin',
    color: [0.73, 0.18, 55],
    description:
      'Peel one at the window and its sweet mist catches the light, softer and rounder than any other citrus.',
  },
  {
    code: 'E6',
    name: 'Bergamot',
    color: [0.8, 0.17, 115],
    description: 'Calabrian sun inside a bumpy green rind, bright as lemon and calm as the tea it perfumes.',
  },
  {
    code: 'F6',
    name: 'Cut Grass',
    color: [0.7, 0.2, 140],
    description: 'The mower passes, hexenol leaks from every blade, and a whole summer stands in the doorway.',
  },
  {
    code: 'F#6',
    name: 'Pear',
    color: [0.86, 0.1, 108],
    description: 'Crisp and watery under freckled skin, with a drop of nail varnish only chemists notice.',
  },
  {
    code: 'G6',
    name: 'Petitgrain',
    color: [0.5, 0.085, 105],
    description: 'Twigs and leaves of the bitter orange give what the flower will not: sap, bark and a clean bite.',
  },
  {
    code: 'G#6',
    name: 'Rhubarb',
    color: [0.64, 0.19, 12],
    description: 'Pink stalks squeak between the teeth, tart as a dare and juicy as rain.',
  },
  {
    code: 'A6',
    name: 'Pink Grapefruit',
    color: [0.76, 0.14, 32],
    description: 'A sulphurous trace no larger than a whisper gives this citrus its mouth-watering bitterness.',
  },
  {
    code: 'A#6',
    name: 'Yuzu',
    color: [0.82, 0.165, 88],
    description: 'Japan floats it in winter baths, where mandarin, lime and pine needles rise with the vapour.',
  },
  {
    code: 'B6',
    name: 'Lemon',
    color: [0.94, 0.18, 107],
    description: 'Cold-pressed from the yellow skin, it strikes first, laughs once and leaves the room brighter.',
  },
];
