import { useState, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { defaultProfile } from '#features/session/domain/member.ts';
import { EditProfile } from '#screens/profile/EditProfile.tsx';
import Customize from '#screens/customize/Customize.tsx';
import { Fragrances } from '#screens/profile/sections/Fragrances.tsx';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { deleteCurrentFragrance, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { MyFragrances } from '#screens/store/Playlist.tsx';
import { savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { design } from '#features/community/state/customize.ts';
import { AccountPage } from '#features/members/components/AccountPage.tsx';
import { NewPasswordForm } from '#features/members/components/NewPasswordForm.tsx';
import About from '#screens/about/About.tsx';
import Login from '#screens/login/Login.tsx';
import { deleteMailRequest, storeMailRequest } from '#features/members/state/requestedMails.ts';
import { player, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { allByRole, byRole, change, mount, press, text, unmount } from '../support/mount.tsx';

const password = () => document.querySelectorAll<HTMLInputElement>('input')[0]!;
const confirmation = () => document.querySelectorAll<HTMLInputElement>('input')[1]!;

async function type(field: HTMLInputElement, value: string): Promise<void> {
  await change(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}

test('a new password and its confirmation are checked at once', async () => {
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

test('the field of a bottle has the first 50 characters of a long name, and the label shows that it is cut', async () => {
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
  deleteCurrentFragrance();
});

test('an unreachable profile is not shown as empty, on the profile and in the store', async () => {
  Object.assign(savedFragrances, { items: [], status: 'offline', known: false });
  for (const list of [<Fragrances key="profile" />, <MyFragrances key="store" />]) {
    await mount(list);
    expect(text()).toContain('Your fragrances cannot be shown right now');
    expect(text()).not.toContain('No fragrances yet');
  }
  Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
});

/** An account screen in two steps, whose first one ends with a press. */
function Steps({ second, title = 'First' }: { second: ReactNode; title?: string }) {
  const [at, setAt] = useState(1);
  return (
    <AccountPage own={null} title={at === 1 ? 'First' : title}>
      {at === 1 ? (
        <button type="button" onClick={() => setAt(2)}>
          Go on
        </button>
      ) : (
        second
      )}
    </AccountPage>
  );
}

test('the focus is on the title at the next step of an account screen', async () => {
  await mount(<Steps title="Second" second={<p>There.</p>} />);
  byRole('button', 'Go on').focus();
  await press(byRole('button', 'Go on'));
  expect(document.activeElement?.textContent).toBe('Second');
});

test('the focus is not lost with a removed button when the title stays', async () => {
  await mount(<Steps second={<p role="alert">This link is spent.</p>} />);
  byRole('button', 'Go on').focus();
  await press(byRole('button', 'Go on'));
  expect(document.activeElement?.textContent).toBe('First');
});

test('the login mentions the mail until an account of this browser is confirmed', async () => {
  storeMailRequest('signup', 'ada@example.com');
  await mount(<Login />);
  expect(byRole('heading', 'Check your mail')).toBeTruthy();
  expect(text()).toContain('Sent to ada@example.com.');
  expect(byRole('button', 'Send it again')).toBeTruthy();
  // The login is there, too: the link may have been opened on another device.
  expect(byRole('button', 'Sign In')).toBeTruthy();
  await unmount();
  deleteMailRequest('signup', 'ada@example.com');
  await mount(<Login />);
  expect(byRole('heading', 'Welcome back')).toBeTruthy();
  expect(allByRole('button', 'Send it again')).toEqual([]);
});

test('the focus is on the first field of a dialog, or on the dialog without fields', async () => {
  const Shown = ({ field }: { field: boolean }) => (
    <Dialog open onOpenChange={() => {}} title="Ask">
      {field ? <input aria-label="Your name" /> : <button type="button">Delete</button>}
    </Dialog>
  );
  await mount(<Shown field />);
  await expect.poll(() => document.activeElement?.ariaLabel).toBe('Your name');
  await unmount();
  await mount(<Shown field={false} />);
  await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('dialog');
});

test('each of the nine octaves on the page about Accord plays at a press, and stops at the next one', async () => {
  await mount(<About />);
  const bands = allByRole('button', /^Hear octave/);
  expect(bands).toHaveLength(9);
  expect(bands[0]!.closest('li')!.innerText.replaceAll(/\s+/g, ' ')).toContain('8 Ultra-Light & Ethereal');
  const band = byRole('button', /^Hear octave 4/);
  await press(band);
  await expect.poll(() => player.note).toBe('C4');
  expect(document.querySelectorAll('ol [data-sounding]')).toHaveLength(1);
  expect(band.hasAttribute('data-sounding')).toBe(true);
  expect(byRole('button', 'Rose').hasAttribute('data-sounding')).toBe(true);
  await press(band);
  expect(player.sounding).toBe(null);
});

test('the page about Accord shows the flower and the notes of the octave that was pressed last', async () => {
  await mount(<About />);
  expect(allByRole('img', 'The flower of octave 4, Spices & Deep Florals')).toHaveLength(1);
  await press(byRole('button', /^Hear octave 6/));
  expect(allByRole('img', 'The flower of octave 6, Light, Sparkling, Fruity & Green')).toHaveLength(1);
  expect(allByRole('button', 'Bergamot')).toHaveLength(1);
  await change(stopPlaying);
});

test('two fields side by side are on one line, however long their errors are', async () => {
  await page.viewport(1280, 900);
  await mount(
    <EditProfile member={defaultProfile({ id: 'ada', email: 'ada@example.com' })} onClose={() => undefined} />,
  );
  const passwords = () => document.querySelectorAll<HTMLInputElement>('input[type="password"]');
  await expect.poll(() => passwords().length).toBe(2);
  const [chosen, confirmed] = [passwords()[0]!, passwords()[1]!];
  await type(chosen, '1234');
  await type(confirmed, '12345');
  await press(byRole('button', 'Save changes'));
  await expect.poll(text).toContain('Passwords do not match');
  expect(text()).toContain('Password must be at least 8 characters');
  expect(confirmed.getBoundingClientRect().top).toBe(chosen.getBoundingClientRect().top);
  await page.viewport(414, 896);
});
