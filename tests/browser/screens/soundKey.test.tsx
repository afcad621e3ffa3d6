import { expect, test, vi } from 'vitest';
import { LazyNotices } from '#app/notices/LazyNotices.tsx';
import { SoundKey } from '#screens/profile/sections/SoundProfile.tsx';
import { byRole, mount, press, text } from '../support/mount.tsx';

test('a Sound Key that cannot be played shows the specified words, in the colours of errors', async () => {
  // A browser that gives the page no sound: all of its hardware contexts are taken.
  vi.spyOn(window, 'AudioContext').mockImplementation(function refuse(): never {
    throw new DOMException('The number of hardware contexts is at its maximum.', 'NotSupportedError');
  });
  await mount(
    <>
      <SoundKey musicalIdentity="C4-E4-G4" />
      <LazyNotices />
    </>,
  );
  await press(byRole('button', 'Play your Sound Key'));
  await expect.poll(text).toContain("Couldn't play your Sound Key. Please try again.");
  expect(text()).toContain('Playback Error');
  const toast = document.querySelector<HTMLElement>('[data-sonner-toast][data-type="error"]')!;
  const { backgroundColor, color } = getComputedStyle(toast);
  const probe = (name: string) => {
    const element = document.body.appendChild(document.createElement('i'));
    element.style.color = `var(${name})`;
    const { color: shown } = getComputedStyle(element);
    element.remove();
    return shown;
  };
  expect({ backgroundColor, color }).toEqual({
    backgroundColor: probe('--alert-wash'),
    color: probe('--alert'),
  });
  expect(getComputedStyle(toast.querySelector('[data-description]')!).color).toBe(probe('--alert'));
});
