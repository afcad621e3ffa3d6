import type { CatalogueEntry } from './entry.ts';

/** Animalic, Palo Santo, and Musk. */
export const octave1: readonly CatalogueEntry[] = [
  {
    code: 'C1',
    name: 'Civet',
    color: [0.6, 0.12, 88],
    description: 'Snarling when pure and velvet when dosed in drops, it is rebuilt today without troubling the cat.',
  },
  {
    code: 'C#1',
    name: 'Hyraceum',
    color: [0.27, 0.02, 60],
    description:
      'Centuries in the sun turned what rock hyraxes left behind into a stone that smells of hide, hay and salt.',
  },
  {
    code: 'D1',
    name: 'Castoreum',
    color: [0.4, 0.11, 28],
    description:
      "Leather gloves, birch bark and a lick of smoked fruit recall the beaver's resin, now composed by hand.",
  },
  {
    code: 'D#1',
    name: 'Costus Root',
    color: [0.66, 0.06, 95],
    description: 'Warm as hair after sleep, with iris and a slightly unwashed truth that makes a perfume human.',
  },
  {
    code: 'E1',
    name: 'Leather',
    color: [0.5, 0.11, 55],
    description:
      'Tanned hide has no oil of its own, so perfumers paint it with quinolines, smoke and a little saffron.',
  },
  {
    code: 'F1',
    name: 'Beeswax Absolute',
    color: [0.74, 0.14, 82],
    description: 'Old honeycombs yield a golden paste of pollen, hay, tobacco and the warmth of the hive.',
  },
  {
    code: 'F#1',
    name: 'Ambergris',
    color: [0.64, 0.015, 150],
    description: "Years adrift on salt water mellow a whale's secret into tobacco, seaweed and sun-warmed skin.",
  },
  {
    code: 'G1',
    name: 'Musk',
    color: [0.74, 0.09, 20],
    description:
      "Soft, sweet and close as breath on a scarf, the deer's old treasure now comes only from the laboratory.",
  },
  {
    code: 'G#1',
    name: 'Cashmere Wood',
    color: [0.58, 0.075, 62],
    description: 'A woolly hum between blond timber, ripe fruit and the inside of a favorite sweater.',
  },
  {
    code: 'A1',
    name: 'Palo Santo',
    color: [0.76, 0.075, 80],
    description:
      'Fallen branches must lie for years in the dry forest before their wood turns to mint, coconut and church smoke.',
  },
  {
    code: 'A#1',
    name: 'Ambrette Seed',
    color: [0.62, 0.125, 55],
    description: 'Hibiscus seeds press into a musk that grew on a stalk, with pear skin, cognac and clean linen in it.',
  },
  {
    code: 'B1',
    name: 'White Musk',
    color: [0.93, 0.02, 40],
    description: 'Fresh laundry and warm shoulders in one soft cloud that the wearer forgets and others do not.',
  },
];
