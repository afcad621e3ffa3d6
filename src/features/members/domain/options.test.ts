import { expect, it } from 'vitest';
import { citiesOf, COUNTRIES, FAVORITE_NOTES, SCENT_MOODS } from './options.ts';

it('offers the listed choices', () => {
  expect(FAVORITE_NOTES.join(', ')).toBe(
    'Vanilla, Rose, Sandalwood, Lavender, Citrus, Jasmine, Amber, Musk, Oud, Bergamot, Vetiver, Patchouli, Cedar, Neroli, Ylang-Ylang',
  );
  expect(SCENT_MOODS.join(', ')).toBe(
    'Energizing, Relaxing, Romantic, Fresh, Cozy, Mysterious, Uplifting, Calming, Sophisticated, Playful',
  );
  expect(COUNTRIES.map(({ name, cities }) => `${name} (${cities.join(', ')})`).join(', ')).toBe(
    'United States (Seattle, New York, Austin), Canada (Toronto, Vancouver, Montreal), Germany (Berlin, Munich, Hamburg)',
  );
  expect(citiesOf('Germany')).toEqual(['Berlin', 'Munich', 'Hamburg']);
  expect(citiesOf('Atlantis')).toEqual([]);
});
