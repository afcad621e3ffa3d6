import { expect, test, vi } from 'vitest';
import Customize from '../../../src/screens/customize/Customize.tsx';
import { Fragrances } from '../../../src/screens/profile/sections/Fragrances.tsx';
import { fragranceFromEssence } from '../../../src/domain/fragrance/fragrance.ts';
import { forgetCurrentFragrance, setCurrentFragrance } from '../../../src/state/fragrance/fragrance.ts';
import { savedFragrances } from '../../../src/state/fragrance/savedFragrances.ts';
import { design } from '../../../src/state/store/customize.ts';
import { NewPasswordForm } from '../../../src/ui/account/NewPasswordForm.tsx';
import { byRole, change, mount, press, text } from '../support/mount.tsx';

const password = () => document.querySelectorAll<HTMLInputElement>('input')[0]!;
const confirmation = () => document.querySelectorAll<HTMLInputElement>('input')[1]!;

async function type(field: HTMLInputElement, value: string): Promise<void> {
  await change(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}

test('a new password and its confirmation are judged at once', async () => {
  const submitted = vi.fn<(password: string) => Promise<void>>(async () => undefined);
  await mount(<NewPasswordForm refusal={null} onSubmit={submitted} submitLabel="Update password" />);
  const submit = () => press(byRole('button', 'Update password'));
  await submit();
  await expect.poll(text).toContain('Password is required');
  expect(text()).toContain('Please confirm your password');
  await type(password(), 'short');
  await type(confirmation(), 'another');
  await submit();
  await expect.poll(text).toContain('Password must be at least 8 characters');
  expect(text()).toContain('Passwords do not match');
  await type(password(), 'battery staple');
  await type(confirmation(), 'battery staple');
  await submit();
  await expect.poll(() => submitted.mock.calls).toEqual([['battery staple']]);
});

test('of a long name the field of a bottle has the 50 characters that fit, and the label says that more goes on', async () => {
  design.name = null;
  setCurrentFragrance({
    ...fragranceFromEssence({ essence: ['A4', 'C#5', 'E3'], source: 'spectral', now: new Date(0) }),
    name: `${'Long '.repeat(12)}ago`,
  });
  await mount(<Customize />);
  const field = document.querySelector<HTMLInputElement>('input[maxlength]')!;
  expect(field.value).toBe('Long '.repeat(10).trim());
  expect(text()).toContain('49 of 50 characters');
  expect(byRole('img', /Long…/)).toBeTruthy();
  forgetCurrentFragrance();
});

test('a profile that cannot be reached is not called empty', async () => {
  Object.assign(savedFragrances, { items: [], status: 'offline', known: false });
  await mount(<Fragrances />);
  expect(text()).toContain('Your fragrances cannot be shown right now');
  expect(text()).not.toContain('No fragrances yet');
  Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
});
