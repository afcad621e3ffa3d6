import { gzipSync } from 'node:zlib';
import { expect, settled, test } from '../support/fixture.ts';

/** The budget of the first visit, kB (1000 bytes) of gzipped JavaScript before the first gesture. */
const BUDGET_KB = 115;

test('the first load of / stays within its budget of JavaScript', async ({ page }) => {
  const sizes = new Map<string, number>();
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (/javascript/.test(type)) sizes.set(response.url(), gzipSync(await response.body(), { level: 9 }).length);
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  // Idle-time prefetches count as well: they are shipped before the first gesture.
  await settled(page);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000;
  console.log(
    `First load of /: ${total.toFixed(1)} kB of JavaScript (gzip) in ${sizes.size} files, of ${BUDGET_KB} kB allowed.`,
  );
  expect(sizes.size).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(BUDGET_KB);
  expect(
    [...sizes.keys()].filter((url) => /tone|supabase/i.test(url)),
    'Tone and the Supabase client arrive when needed',
  ).toEqual([]);
});
