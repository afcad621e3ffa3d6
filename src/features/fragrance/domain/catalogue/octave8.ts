import type { CatalogueEntry } from './entry.ts';

/** Ultra-Light & Ethereal. */
export const octave8: readonly CatalogueEntry[] = [
  {
    code: 'C8',
    name: 'Ambroxide',
    color: [0.84, 0.06, 75],
    description: 'Clary sage becomes crystals here, and the crystals become a warm, salty glow with no visible source.',
  },
  {
    code: 'C#8',
    name: 'Violet Ionone',
    color: [0.7, 0.12, 300],
    description: 'It switches the nose off and on again, so the flower keeps disappearing and coming back.',
  },
  {
    code: 'D8',
    name: 'Cloud Musk',
    color: [0.91, 0.044, 280],
    description: 'Large-ringed molecules drift rather than land, leaving pear skin and clean cotton a meter away.',
  },
  {
    code: 'D#8',
    name: 'Hedione',
    color: [0.89, 0.12, 122],
    description: 'More air than blossom, this trace of jasmine tea gave modern perfumes room to breathe.',
  },
  {
    code: 'E8',
    name: 'Clean Linen',
    color: [0.85, 0.065, 245],
    description: 'Sheets on a line in wind, a warm iron, starch: happiness with nothing in its hands.',
  },
  {
    code: 'F8',
    name: 'Rose Oxide',
    color: [0.76, 0.12, 358],
    description: 'Lychee, metal and geranium flicker at the top of a rose like sun on a tap.',
  },
  {
    code: 'F#8',
    name: 'White Tea',
    color: [0.91, 0.045, 88],
    description: 'Young silver buds, barely steeped, suggest paper, pear blossom and a held breath.',
  },
  {
    code: 'G8',
    name: 'Morning Dew',
    color: [0.82, 0.1, 163],
    description:
      'Before the lawn has a smell of its own, this accord finds water, stem and the first degree of warmth.',
  },
  {
    code: 'G#8',
    name: 'Ozone',
    color: [0.7, 0.12, 232],
    description: 'Lightning leaves the air scrubbed, electric and faintly sweet, like a swimming pool remembered.',
  },
  {
    code: 'A8',
    name: 'Sparkling Aldehydes',
    color: [0.93, 0.11, 95],
    description:
      'Snuffed candle, orange pith and soap bubbles fizz together as they did in the great bottles of the twenties.',
  },
  {
    code: 'A#8',
    name: 'Fresh Snow',
    color: [0.965, 0.018, 230],
    description: 'Cold has no odour, yet menthol, iris and a silvery aldehyde persuade everyone that it does.',
  },
  {
    code: 'B8',
    name: 'First Light',
    color: [0.87, 0.071, 38],
    description: 'Almost nothing at all: a trace of lemon, a breath of clean musk, gone as soon as it is noticed.',
  },
];
