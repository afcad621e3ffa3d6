import { afterEach, beforeEach, expect, test } from 'vitest';
import Results from '../../../src/features/fragrance/screen/results/Results.tsx';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/composition/fragrance.ts';
import { keepFormer } from '../../../src/features/fragrance/state/former.ts';
import { forgetCurrentFragrance, setCurrentFragrance } from '../../../src/features/fragrance/state/fragrance.ts';
import { allByRole, byRole, change, mount, press } from '../support/mount.tsx';

/** One fragrance takes the place of another while the results show it: the page is made again, with all its buttons. */

const named = (name: string, at: number) => ({
  ...fragranceFromEssence({ essence: ['A4', 'C5', 'E5', 'D4'], source: 'spectral', now: new Date(at) }),
  name,
});
const rose = named('Rose', 1_790_000_000_000);
const oud = named('Oud', 1_790_000_001_000);

beforeEach(() => {
  localStorage.clear();
  history.pushState(null, '', '/results');
});

afterEach(() => {
  forgetCurrentFragrance();
  localStorage.clear();
});

test('Bring back swaps the two, and the focus stays on the button that swaps them again', async () => {
  setCurrentFragrance(rose);
  keepFormer();
  setCurrentFragrance(oud);
  await mount(<Results />);
  byRole('button', 'Bring back Rose').focus();
  await press(byRole('button', 'Bring back Rose'));
  expect(byRole('heading', 'Rose')).toBeTruthy();
  await expect.poll(() => document.activeElement?.textContent).toBe('Bring back Oud');
});

test('the focus goes to the title when the focused part gives way to another fragrance, and is not taken elsewhere', async () => {
  setCurrentFragrance(rose);
  const main = await mount(<Results />);
  byRole('button', 'Share').focus();
  await change(() => setCurrentFragrance(oud));
  expect(document.activeElement?.textContent).toBe('Your Sound, Your Scent');
  const elsewhere = Object.assign(document.createElement('button'), { textContent: 'Elsewhere' });
  main.before(elsewhere);
  elsewhere.focus();
  await change(() => setCurrentFragrance(rose));
  expect(allByRole('heading', 'Rose')).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe('Elsewhere');
  elsewhere.remove();
});
