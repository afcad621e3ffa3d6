import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import SecretKeyboard from '../../../src/features/instruments/screen/secret-keyboard/SecretKeyboard.tsx';
import { byRole, mount } from '../support/mount.tsx';

afterEach(() => page.viewport(414, 896));

test.each([
  ['a phone', 390, 844],
  ['a desktop', 1440, 900],
] as const)(
  'on %s the categories, the piano and the card of the note stand one below the other',
  async (_, width, height) => {
    await page.viewport(width, height);
    await mount(<SecretKeyboard />);
    const tops = [
      byRole('heading', 'Sound Perfume Keyboard'),
      byRole('list', 'Scent categories'),
      byRole('group', /^Piano/),
      byRole('region', 'Selected note'),
    ].map((part) => part.getBoundingClientRect().top);
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  },
);
