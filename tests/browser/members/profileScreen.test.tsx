import { beforeEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { DEMO_FRAGRANCES } from '../../../src/features/fragrance/domain/index.ts';
import { savedFragrances } from '../../../src/features/fragrance/state/savedFragrances.ts';
import { defaultProfile } from '../../../src/features/members/domain/member.ts';
import { HeaderCard } from '../../../src/features/members/screen/profile/HeaderCard.tsx';
import Profile from '../../../src/features/members/screen/profile/Profile.tsx';
import { SoundProfile } from '../../../src/features/members/screen/profile/sections/SoundProfile.tsx';
import { fakeService, json } from '../support/fakeService.ts';
import { allByRole, byRole, mount, text } from '../support/mount.tsx';
import { signIn } from '../support/signIn.ts';

const member = { ...defaultProfile({ id: 'ada', email: 'ada@example.com' }), location: 'Berlin, Germany' };

beforeEach(() => {
  const service = fakeService();
  service.on(/rest\/v1\//, () => json([]));
  const signOut = signIn(member);
  return () => {
    service.end();
    signOut();
    Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
  };
});

test.each(['', 'tab=nonsense'])(
  'the profile opens with its essentials, the first of three tabs, at "?%s"',
  async (search) => {
    const { hook, searchHook, history } = memoryLocation({ path: '/profile', searchPath: search, record: true });
    await mount(
      <Router hook={hook} searchHook={searchHook}>
        <Profile />
      </Router>,
    );
    await expect.poll(() => history.at(-1)).toBe('/profile?tab=essentials');
    const tabs = allByRole('tab', /./);
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Essentials', 'Sound Profile', 'Fragrances']);
    expect(tabs.map(({ ariaSelected }) => ariaSelected)).toEqual(['true', 'false', 'false']);
    // Its list has come, and does not come into the next test.
    await expect.poll(() => savedFragrances.status).toBe('ready');
  },
);

test('the header card shows level, focus, numbers and badges without a press', async () => {
  Object.assign(savedFragrances, { items: [...DEMO_FRAGRANCES], status: 'ready', known: true });
  const card = await mount(<HeaderCard member={{ ...member, preference: 'ear' }} onEdit={() => undefined} />);
  for (const words of ['Level 1 Member · Sound Focus · Berlin, Germany', 'Liquefied', 'Secret notes', 'Scent Creator'])
    expect(card.innerText).toContain(words);
});

test('the header card of a member without fragrances leaves no room for badges', async () => {
  Object.assign(savedFragrances, { items: [], status: 'ready', known: true });
  await mount(<HeaderCard member={member} onEdit={() => undefined} />);
  expect(text()).toContain('Fragrance Focus');
  expect(allByRole('list', 'Badges')).toEqual([]);
});

test('a member without a Sound Key sees the disabled button that will make one', async () => {
  await mount(<SoundProfile member={member} />);
  const button = byRole('button', 'Generate Sound Key');
  expect(button.checkVisibility()).toBe(true);
  expect(button.ariaDisabled).toBe('true');
});
