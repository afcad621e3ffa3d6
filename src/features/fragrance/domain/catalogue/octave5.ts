import type { CatalogueEntry } from './entry.ts';

/** Floral & Aromatic. */
export const octave5: readonly CatalogueEntry[] = [
  {
    code: 'C5',
    name: 'Orris',
    color: [0.68, 0.07, 305],
    description:
      'Iris roots rest three years and more in the dark before they turn to violet powder, suede and carrot.',
  },
  {
    code: 'C#5',
    name: 'Osmanthus',
    color: [0.78, 0.15, 65],
    description: 'Tiny orange blossoms from Guilin taste of apricot jam spread on a leather glove.',
  },
  {
    code: 'D5',
    name: 'Heliotrope',
    color: [0.52, 0.17, 305],
    description: 'Purple clusters follow the sun and smell of almond milk, cherry and talc on a vanity table.',
  },
  {
    code: 'D#5',
    name: 'Chamomile',
    color: [0.9, 0.08, 105],
    description: 'Apple, straw and a warm cup at bedtime rise from a daisy whose Roman oil may run pale blue.',
  },
  {
    code: 'E5',
    name: 'Clary Sage',
    color: [0.76, 0.085, 325],
    description: 'Tall and sticky-leaved, it mixes muscat wine, tobacco and sea air on a limestone hillside.',
  },
  {
    code: 'F5',
    name: 'Geranium',
    color: [0.64, 0.21, 0],
    description: 'Rub a leaf and a rose appears wearing mint and a squeeze of lemon.',
  },
  {
    code: 'F#5',
    name: 'Lavender',
    color: [0.62, 0.12, 292],
    description: 'Provence in July, when stills run beside the fields and the air is half blossom, half clean sheet.',
  },
  {
    code: 'G5',
    name: 'Rosemary',
    color: [0.55, 0.07, 155],
    description: 'Resin and sea wind meet in needles that wake the memory before the coffee does.',
  },
  {
    code: 'G#5',
    name: 'Mimosa',
    color: [0.86, 0.17, 93],
    description: 'Pollen-yellow puffs bring cucumber, honey and a powdery spring to the Riviera in February.',
  },
  {
    code: 'A5',
    name: 'Peony',
    color: [0.82, 0.095, 5],
    description: 'No oil can be drawn from these petals, so perfumers imagine them: dewy, rosy and cool as porcelain.',
  },
  {
    code: 'A#5',
    name: 'Orange Blossom',
    color: [0.95, 0.035, 85],
    description: 'Brides wore this absolute before they knew its name, white petals over honey and a shadow of indole.',
  },
  {
    code: 'B5',
    name: 'Neroli',
    color: [0.84, 0.1, 128],
    description:
      'Steam lifts the bitter-orange flower out of its own weight and leaves green light, soap and spring water.',
  },
];
