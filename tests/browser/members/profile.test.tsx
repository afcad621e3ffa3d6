import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { defaultProfile } from '#features/session/domain/member.ts';
import { Fragrances } from '#screens/profile/sections/Fragrances.tsx';
import { SharedLinks } from '#screens/profile/sections/SharedLinks.tsx';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { shares } from '#features/share/state/shares.ts';
import { fakeService, json, sessionOf, type FakeService } from '../support/fakeService.ts';
import { byRole, mount, press, text, allByRole } from '../support/mount.tsx';
import { signIn } from '../support/signIn.ts';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { DEMO_FRAGRANCES } from '#features/fragrance/domain/composition/demoFragrances.ts';
import { HeaderCard } from '#screens/profile/HeaderCard.tsx';
import Profile from '#screens/profile/Profile.tsx';
import ProfileSimple from '#screens/profile/ProfileSimple.tsx';
import { SoundProfile } from '#screens/profile/sections/SoundProfile.tsx';
import { type SavedFragrance, LOCAL_ID_PREFIX } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { onNotice } from '#core/appState/notices.ts';

/** The screens on which members see their own data. */

const member = { ...defaultProfile({ id: 'ada', email: 'ada@example.com' }), location: 'Berlin, Germany' };

let service: FakeService;
beforeEach(() => {
  service = fakeService();
  service.on(/rest\/v1\//, () => json([]));
  const signOut = signIn(member);
  return () => {
    service.end();
    signOut();
    Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
    Object.assign(shares, { items: [], listing: 'idle' });
  };
});

const savedItem = (name: string, more: Partial<SavedFragrance> = {}): SavedFragrance => ({
  ...fragranceFromEssence({ essence: ['A4', 'C5'], source: 'spectral', now: new Date(name.length) }),
  id: `id-${name}`,
  name,
  audioData: null,
  isPublic: true,
  creatorId: 'ada',
  creatorName: 'Ada',
  likes: [],
  savedAt: new Date(0).toISOString(),
  addedToPlaylistAt: null,
  ...more,
});
const listFragrances = (...items: SavedFragrance[]) =>
  Object.assign(savedFragrances, { items, status: 'ready', known: true });

test('a hidden fragrance is marked for its owner, and its switch is disabled and off', async () => {
  listFragrances(savedItem('Cedar Morning', { hidden: true }), savedItem('Rose Dawn'));
  await mount(<Fragrances />);
  const hidden = byRole('switch', 'Show Cedar Morning in the public playlist') as HTMLButtonElement;
  const shown = byRole('switch', 'Show Rose Dawn in the public playlist') as HTMLButtonElement;
  expect([hidden.disabled, hidden.ariaChecked]).toEqual([true, 'false']);
  expect([shown.disabled, shown.ariaChecked]).toEqual([false, 'true']);
  expect(text().match(/Hidden by Accord\./g)).toHaveLength(1);
  await press(byRole('button', 'In Playlist'));
  expect(text()).not.toContain('Cedar Morning');
  expect(text()).toContain('Rose Dawn');
});

test('the list view stays after a reload', async () => {
  listFragrances(savedItem('Cedar Morning'), savedItem('Rose Dawn'));
  await mount(<Fragrances />);
  expect(byRole('button', 'Grid').ariaPressed).toBe('true');
  await press(byRole('button', 'List'));
  // A new page has only the stored data of the device.
  await mount(<Fragrances />);
  expect(byRole('button', 'List').ariaPressed).toBe('true');
  await press(byRole('button', 'Grid'));
  await mount(<Fragrances />);
  expect(byRole('button', 'Grid').ariaPressed).toBe('true');
});

test('a hidden share is marked in the list of its owner', async () => {
  const row = {
    created_at: '2026-01-01T00:00:00Z',
    view_count: 3,
    audio_url: 'https://project.supabase.co/storage/v1/object/public/audio/3f.webm',
  };
  service.on(/rpc\/own_shares/, () =>
    json([
      { ...row, share_id: 'aB3dE6gH', name: 'Cedar Morning', hidden: true },
      { ...row, share_id: 'aB3dE6gJ', name: 'Rose Dawn', hidden: false },
    ]),
  );
  await mount(<SharedLinks />);
  await expect.poll(text).toContain('Hidden by Accord.');
  expect(text().match(/Hidden by Accord\./g)).toHaveLength(1);
  expect(text().match(/3 views/g)).toHaveLength(1);
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
  listFragrances(...DEMO_FRAGRANCES);
  const card = await mount(<HeaderCard member={{ ...member, preference: 'ear' }} onEdit={() => undefined} />);
  for (const words of ['Level 1 Member · Sound Focus', 'Berlin, Germany', 'Liquefied', 'Secret notes', 'Scent Creator'])
    expect(card.innerText).toContain(words);
});

test('the header card of a member without fragrances has no space for badges', async () => {
  listFragrances();
  await mount(<HeaderCard member={member} onEdit={() => undefined} />);
  expect(text()).toContain('Fragrance Focus');
  expect(allByRole('list', 'Badges')).toEqual([]);
});

test("the header card has the flower of the member's newest fragrance", async () => {
  listFragrances(savedItem('Rose Dawn'), savedItem('Cedar Morning'));
  await mount(<HeaderCard member={member} onEdit={() => undefined} />);
  expect(allByRole('img', /^The flower of/).map(({ ariaLabel }) => ariaLabel?.split(' around')[0])).toEqual([
    'The flower of Rose Dawn',
  ]);
});

test('a member without a Sound Key sees the disabled button that will make one', async () => {
  await mount(<SoundProfile member={member} />);
  const button = byRole('button', 'Generate Sound Key');
  expect(button.checkVisibility()).toBe(true);
  expect(button.ariaDisabled).toBe('true');
});

async function remove(name: string): Promise<void> {
  await press(byRole('button', `Delete ${name}`));
  await expect.poll(() => allByRole('button', 'Delete').length).toBe(1);
  await press(byRole('button', 'Delete'));
}

// Deleting one that is on this device only sends no request.
const localFragrance = savedItem('First Accord', { id: `${LOCAL_ID_PREFIX}1`, creatorId: null });
const storedFragrance = savedItem('Second Accord', { isPublic: false });

test.each([
  { items: [localFragrance, storedFragrance], focused: 'a', words: 'Second Accord' },
  { items: [storedFragrance, localFragrance], focused: 'a', words: 'Second Accord' },
  { items: [localFragrance], focused: '[role="tabpanel"]', words: 'No fragrances yet' },
])(
  'deleting one of $items.length shows a message, and moves the focus to $focused',
  async ({ items, focused, words }) => {
    const titles: string[] = [];
    const stop = onNotice(({ title }) => titles.push(title));
    listFragrances(...items);
    await mount(
      <div role="tabpanel" tabIndex={0} aria-label="Fragrances">
        <Fragrances />
      </div>,
    );
    await remove('First Accord');
    await expect.poll(() => document.activeElement?.matches(focused)).toBe(true);
    expect(document.activeElement?.textContent).toContain(words);
    expect(titles).toEqual(['First Accord is deleted.']);
    stop();
  },
);

test('a refused logout leaves the button of the simple profile ready for another try', async () => {
  localStorage.setItem('sb-accord-auth-token', JSON.stringify(sessionOf('ada')));
  onTestFinished(() => localStorage.removeItem('sb-accord-auth-token'));
  service.on(/POST \/auth\/v1\/logout/, () => json({ msg: 'broken' }, 500));
  const tries = () => service.calls.filter(({ path }) => path.startsWith('/auth/v1/logout')).length;
  await mount(<ProfileSimple />);
  for (const count of [1, 2]) {
    await press(byRole('button', 'Logout'));
    await expect.poll(tries).toBe(count);
    await expect.poll(() => byRole('button', 'Logout').ariaDisabled).toBe('false');
  }
});
