import { expect, it } from 'vitest';
import { entryAt, july } from '../../../../../tests/fixtures/diary.ts';
import { LIGHT_PALETTE } from '../../../fragrance/domain/index.ts';
import { entriesByDay } from '../calendar/calendar.ts';
import { POSTER_HEIGHT, posterOf, posterSvg, POSTER_WIDTH } from './poster.ts';

it('has a face for each fragrance of 31 days, and the name of all of them', () => {
  const poster = posterOf('2026-07', entriesByDay(july()));
  // Of five on one day four are shown, and one face is that of the month.
  expect(poster.faces).toHaveLength(1 + 36 - 1);
  for (const { x, y, size } of poster.faces) {
    expect(Math.min(x, y)).toBeGreaterThan(0);
    expect(x + size).toBeLessThan(POSTER_WIDTH);
    expect(y + size).toBeLessThan(POSTER_HEIGHT);
  }
  const words = poster.texts.map(({ text }) => text);
  expect(words).toContain('July 2026');
  expect(words).toContain(poster.fragrance!.name);
  expect(words).toContain('36 fragrances');
  expect(words).toContain('31');
  expect(poster.label).toBe(`July 2026: 36 fragrances, together ${poster.fragrance!.name}`);
});

it('is paper without a fragrance', () => {
  const poster = posterOf('2026-02', new Map());
  expect([poster.fragrance, poster.faces]).toEqual([null, []]);
  expect(poster.label).toBe('February 2026: no fragrance');
  expect(posterSvg(poster, LIGHT_PALETTE).includes('February 2026')).toBe(true);
});

it('is a file without markup of others, scripts and links', () => {
  const entry = entryAt('2026-07-01T12:00:00Z');
  const named = { ...entry, fragrance: { ...entry.fragrance, name: '</svg><script>x</script> & "me"' } };
  const poster = posterOf('2026-07', entriesByDay([named]));
  const svg = posterSvg(poster, LIGHT_PALETTE);
  expect(svg.includes('<script')).toBe(false);
  expect(svg.includes('href')).toBe(false);
  expect(svg.match(/<\/svg>/g)!.length).toBe(svg.match(/<svg/g)!.length);
});
