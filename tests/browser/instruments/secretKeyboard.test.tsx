import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import SecretKeyboard from '../../../src/screens/secret-keyboard/SecretKeyboard.tsx';
import { onKeys } from '../../../src/features/instruments/state/keyboard/keyboard.ts';
import { byRole, change, mount } from '../support/mount.tsx';

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

test('releases held keys when the window loses focus', async () => {
  await mount(<SecretKeyboard />);
  const held = new Set<number>();
  const leave = onKeys((midi, down) => void (down ? held.add(midi) : held.delete(midi)));
  const send = (event: Event): Promise<void> => change(() => void window.dispatchEvent(event));
  await send(new KeyboardEvent('keydown', { code: 'KeyA' }));
  await send(new KeyboardEvent('keydown', { code: 'KeyS' }));
  expect(held.size).toBe(2);
  await send(new Event('blur'));
  expect(held.size).toBe(0);
  leave();
});

test('releases the letter keys at the keyup of Command, which keeps theirs to itself', async () => {
  await mount(<SecretKeyboard />);
  const held = new Set<number>();
  const leave = onKeys((midi, down) => void (down ? held.add(midi) : held.delete(midi)));
  const send = (event: Event): Promise<void> => change(() => void window.dispatchEvent(event));
  await send(new KeyboardEvent('keydown', { code: 'KeyA', key: 'a' }));
  await send(new KeyboardEvent('keydown', { code: 'MetaLeft', key: 'Meta', metaKey: true }));
  expect(held.size).toBe(1);
  await send(new KeyboardEvent('keyup', { code: 'MetaLeft', key: 'Meta' }));
  expect(held.size).toBe(0);
  leave();
});
