import type { CatalogueEntry } from './entry.ts';

/** Ultra-Light & Ethereal. */
export const octave8: readonly CatalogueEntry[] = [
  {
    code: 'C8',
    name: 'Ambroxide',
    description: 'Clary sage becomes crystals here, and the crystals become a warm, salty glow with no visible source.',
  },
  {
    code: 'C#8',
    name: 'Violet Ionone',
    description: 'It switches the nose off and on again, so the flower keeps disappearing and coming back.',
  },
  {
    code: 'D8',
    name: 'Cloud Musk',
    description: 'Large-ringed molecules drift rather than land, leaving pear skin and clean cotton a metre away.',
  },
  {
    code: 'D#8',
    name: 'Hedione',
    description: 'More air than blossom, this trace of jasmine tea gave modern perfumes room to breathe.',
  },
  {
    code: 'E8',
    name: 'Clean Linen',
    description: 'Sheets on a line in wind, a warm iron, starch: happiness with nothing in its hands.',
  },
  {
    code: 'F8',
    name: 'Rose Oxide',
    description: 'Lychee, metal and geranium flicker at the top of a rose like sun on a tap.',
  },
  {
    code: 'F#8',
    name: 'White Tea',
    description: 'Young silver buds, barely steeped, suggest paper, pear blossom and a held breath.',
  },
  {
    code: 'G8',
    name: 'Morning Dew',
    description:
      'Before the lawn has a smell of its own, this accord finds water, stem and the first degree of warmth.',
  },
  {
    code: 'G#8',
    name: 'Ozone',
    description: 'Lightning leaves the air scrubbed, electric and faintly sweet, like a swimming pool remembered.',
  },
  {
    code: 'A8',
    name: 'Sparkling Aldehydes',
    description:
      'Snuffed candle, orange pith and soap bubbles fizz together as they did in the great bottles of the twenties.',
  },
  {
    code: 'A#8',
    name: 'Fresh Snow',
    description: 'Cold has no odour, yet menthol, iris and a silvery aldehyde persuade everyone that it does.',
  },
  {
    code: 'B8',
    name: 'First Light',
    description: 'Almost nothing at all: a trace of lemon, a breath of clean musk, gone as soon as it is noticed.',
  },
];
