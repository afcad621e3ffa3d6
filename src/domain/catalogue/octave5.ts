import type { CatalogueEntry } from './entry.ts';

/** Floral & Aromatic. */
export const octave5: readonly CatalogueEntry[] = [
  {
    code: 'C5',
    name: 'Orris',
    description:
      'Iris roots rest three years and more in the dark before they turn to violet powder, suede and carrot.',
  },
  {
    code: 'C#5',
    name: 'Osmanthus',
    description: 'Tiny orange blossoms from Guilin taste of apricot jam spread on a leather glove.',
  },
  {
    code: 'D5',
    name: 'Heliotrope',
    description: 'Purple clusters follow the sun and smell of almond milk, cherry and talc on a vanity table.',
  },
  {
    code: 'D#5',
    name: 'Chamomile',
    description: 'Apple, straw and a warm cup at bedtime rise from a daisy whose Roman oil may run pale blue.',
  },
  {
    code: 'E5',
    name: 'Clary Sage',
    description: 'Tall and sticky-leaved, it mixes muscat wine, tobacco and sea air on a limestone hillside.',
  },
  {
    code: 'F5',
    name: 'Geranium',
    description: 'Rub a leaf and a rose appears wearing mint and a squeeze of lemon.',
  },
  {
    code: 'F#5',
    name: 'Lavender',
    description: 'Provence in July, when stills run beside the fields and the air is half blossom, half clean sheet.',
  },
  {
    code: 'G5',
    name: 'Rosemary',
    description: 'Resin and sea wind meet in needles that wake the memory before the coffee does.',
  },
  {
    code: 'G#5',
    name: 'Mimosa',
    description: 'Pollen-yellow puffs bring cucumber, honey and a powdery spring to the Riviera in February.',
  },
  {
    code: 'A5',
    name: 'Peony',
    description: 'No oil can be drawn from these petals, so perfumers imagine them: dewy, rosy and cool as porcelain.',
  },
  {
    code: 'A#5',
    name: 'Orange Blossom',
    description: 'Brides wore this absolute before they knew its name, white petals over honey and a shadow of indole.',
  },
  {
    code: 'B5',
    name: 'Neroli',
    description:
      'Steam lifts the bitter-orange flower out of its own weight and leaves green light, soap and spring water.',
  },
];
