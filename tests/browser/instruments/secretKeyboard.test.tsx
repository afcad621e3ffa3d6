import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import SecretKeyboard from '#screens/secret-keyboard/SecretKeyboard.tsx';
import { noteBegan, noteEnded, onKeys } from '#features/instruments/state/keyboard/keyboard.ts';
import { takeUp } from '#features/instruments/state/take/take.ts';
import { TakePanel } from '#screens/secret-keyboard/take/TakePanel.tsx';
import { allByRole, byRole, change, mount } from '../support/mount.tsx';

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

test.each([
  [5, 'F-1', 'Deep, Smoky, and Mineral, with the scent of F0'],
  [12, 'C0', 'Deep, Smoky, and Mineral'],
  [119, 'B8', 'Ultra-Light & Ethereal'],
  [127, 'G9', 'Ultra-Light & Ethereal, with the scent of G8'],
])(
  'MIDI note %i shows %s, and which scent it has where the catalogue has none of its own',
  async (midi, name, words) => {
    await mount(<SecretKeyboard />);
    await change(() => {
      noteBegan('midi', midi, 1, 0);
      noteEnded('midi', midi, 1);
    });
    const lines = [...byRole('region', 'Selected note').querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(lines.slice(0, 2)).toEqual([name, words]);
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

test('ends the note of a finger that the browser takes away, and of no other', async () => {
  await mount(<SecretKeyboard />);
  const held = new Set<number>();
  const leave = onKeys((midi, down) => void (down ? held.add(midi) : held.delete(midi)));
  const piano = byRole('group', /^Piano/);
  const { left, bottom, width } = piano.getBoundingClientRect();
  const send = (type: string, finger: number): Promise<void> => {
    const at = { clientX: left + (width * (finger + 0.5)) / 8, clientY: bottom - 20 };
    return change(() => void piano.dispatchEvent(new PointerEvent(type, { pointerId: 10 + finger, ...at })));
  };
  for (let finger = 0; finger < 8; finger++) await send('pointerdown', finger);
  expect(held.size).toBe(8);
  await send('pointercancel', 3);
  expect(held.size).toBe(7);
  for (let finger = 0; finger < 8; finger++) await send('pointerup', finger);
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

test('a sound file of a take names its progress, and the key that began it cancels it', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const rendering = vi.spyOn(OfflineAudioContext.prototype, 'startRendering');
  const notes = Array.from({ length: 32 }, (_, i) => ({
    midi: 40 + i,
    onset: 0,
    offset: 150,
    velocity: 0.3,
    tone: 'held' as const,
  }));
  await mount(<TakePanel />);
  await change(() => takeUp({ notes, duration: 150 }));
  await change(() => byRole('button', 'Tempo, quantize, export').click());
  await change(() => {
    byRole('button', 'Export WAV').focus();
    return userEvent.keyboard('{Enter}');
  });
  await expect.poll(() => allByRole('progressbar', 'Rendering the sound file')).toHaveLength(1);
  await expect.poll(() => document.querySelector('progress')!.value).toBeGreaterThan(0);
  expect(Array.from(document.querySelectorAll('output'), (status) => status.textContent)).toContain(
    'Rendering the sound file.',
  );
  expect(document.activeElement).toBe(byRole('button', 'Cancel export'));
  await change(() => userEvent.keyboard('{Enter}'));
  expect(document.activeElement).toBe(byRole('button', 'Export WAV'));
  expect(allByRole('progressbar', /./)).toHaveLength(0);
  await rendering.mock.results[0]!.value;
  expect(saved).not.toHaveBeenCalled();
  await change(() => takeUp({ notes: [], duration: 0 }));
});
