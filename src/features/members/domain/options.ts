/** Choices for members, one list each (docs/decisions.md, 48). */

export const FAVORITE_NOTES = [
  'Vanilla',
  'Rose',
  'Sandalwood',
  'Lavender',
  'Citrus',
  'Jasmine',
  'Amber',
  'Musk',
  'Oud',
  'Bergamot',
  'Vetiver',
  'Patchouli',
  'Cedar',
  'Neroli',
  'Ylang-Ylang',
] as const;

export const SCENT_MOODS = [
  'Energizing',
  'Relaxing',
  'Romantic',
  'Fresh',
  'Cozy',
  'Mysterious',
  'Uplifting',
  'Calming',
  'Sophisticated',
  'Playful',
] as const;

interface Country {
  name: string;
  cities: readonly string[];
}

export const COUNTRIES: readonly Country[] = [
  { name: 'United States', cities: ['Seattle', 'New York', 'Austin'] },
  { name: 'Canada', cities: ['Toronto', 'Vancouver', 'Montreal'] },
  { name: 'Germany', cities: ['Berlin', 'Munich', 'Hamburg'] },
];

/** The cities of a country; empty for an unlisted country. */
export function citiesOf(country: string): readonly string[] {
  return COUNTRIES.find(({ name }) => name === country)?.cities ?? [];
}
