import { expect, test } from '../support/fixture.ts';
import { expectNothingKept, HEAVIEST, openOften } from '../support/measures/leaks.ts';

/** Of the heaviest screens; tests/matrix/shell/leaks.spec.ts opens all of them, and more often. */
const OPENINGS = 6;

/** Leaves one of each kind behind. */
function leak(): void {
  const url = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }));
  const kept = ((window as { kept?: unknown[] }).kept ??= []);
  const listener = () => kept.length;
  window.addEventListener('resize', listener);
  kept.push(new Worker(url), new AudioContext(), document.createElement('p'), setInterval(listener, 60_000));
}

test('what a screen leaves behind is noticed, of each kind', async ({ page }) => {
  const left = await openOften(page, { path: '/contact', act: (page) => page.evaluate(leak) }, OPENINGS);
  const kinds = (await left()).map((line) => line.split(':')[0]);
  expect(kinds).toEqual(['audio contexts', 'object URLs', 'intervals', 'workers', 'nodes', 'listeners']);
});

for (const screen of HEAVIEST)
  test(`${screen.path} leaves nothing behind`, async ({ page }) => {
    await expectNothingKept(page, screen, OPENINGS);
  });
