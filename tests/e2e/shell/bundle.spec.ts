import { gzipSync } from 'node:zlib';
import { expect, settled, test } from '../support/fixture.ts';

/** The budget of the first visit, kB (1000 bytes) of gzipped JavaScript before the first gesture. */
const BUDGET_KB = 115;

/** The budget of Tone.js with its instruments and effects, kB (1000 bytes), gzipped. */
const TONE_KB = 75;

test('Tone comes after a gesture, when a tone is chosen that is made of it, and stays within its budget', async ({
  page,
}) => {
  const tone = new Map<string, number>();
  page.on('response', async (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return;
    const body = await response.body();
    if (/ToneConstantSource|FMOscillator/.test(body.toString()))
      tone.set(response.url(), gzipSync(body, { level: 9 }).length);
  });
  await page.goto('/secret-keyboard', { waitUntil: 'networkidle' });
  await settled(page);
  expect([...tone.keys()]).toEqual([]);
  await page.getByRole('button', { name: 'Ether', exact: true }).click();
  await page.keyboard.press('KeyA');
  await expect.poll(() => tone.size).toBe(2);
  const total = [...tone.values()].reduce((sum, size) => sum + size, 0) / 1000;
  console.log(`Tone with its instruments and effects: ${total.toFixed(1)} kB (gzip), of ${TONE_KB} kB allowed.`);
  expect(total).toBeLessThanOrEqual(TONE_KB);
});

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
