import type { CatalogueEntry } from './entry.ts';

/** Animalic, Palo Santo, and Musk. */
export const octave1: readonly CatalogueEntry[] = [
  {
    code: 'C1',
    name: 'Civet',
    description: 'Snarling when pure and velvet when dosed in drops, it is rebuilt today without troubling the cat.',
  },
  {
    code: 'C#1',
    name: 'Hyraceum',
    description:
      'Centuries in the sun turned what rock hyraxes left behind into a stone that smells of hide, hay and salt.',
  },
  {
    code: 'D1',
    name: 'Castoreum',
    description:
      "Leather gloves, birch bark and a lick of smoked fruit recall the beaver's resin, now composed by hand.",
  },
  {
    code: 'D#1',
    name: 'Costus Root',
    description: 'Warm as hair after sleep, with iris and a slightly unwashed truth that makes a perfume human.',
  },
  {
    code: 'E1',
    name: 'Leather',
    description:
      'Tanned hide has no oil of its own, so perfumers paint it with quinolines, smoke and a little saffron.',
  },
  {
    code: 'F1',
    name: 'Beeswax Absolute',
    description: 'Old honeycombs yield a golden paste of pollen, hay, tobacco and the warmth of the hive.',
  },
  {
    code: 'F#1',
    name: 'Ambergris',
    description: "Years adrift on salt water mellow a whale's secret into tobacco, seaweed and sun-warmed skin.",
  },
  {
    code: 'G1',
    name: 'Musk',
    description:
      "Soft, sweet and close as breath on a scarf, the deer's old treasure now comes only from the laboratory.",
  },
  {
    code: 'G#1',
    name: 'Cashmere Wood',
    description: 'A woolly hum between blond timber, ripe fruit and the inside of a favourite jumper.',
  },
  {
    code: 'A1',
    name: 'Palo Santo',
    description:
      'Fallen branches must lie for years in the dry forest before their wood turns to mint, coconut and church smoke.',
  },
  {
    code: 'A#1',
    name: 'Ambrette Seed',
    description: 'Hibiscus seeds press into a musk that grew on a stalk, with pear skin, cognac and clean linen in it.',
  },
  {
    code: 'B1',
    name: 'White Musk',
    description: 'Fresh laundry and warm shoulders in one soft cloud that the wearer forgets and others do not.',
  },
];
