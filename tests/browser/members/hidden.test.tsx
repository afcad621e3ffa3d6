import { beforeEach, expect, test } from 'vitest';
import { defaultProfile } from '../../../src/features/members/domain/member.ts';
import { Fragrances } from '../../../src/features/members/screen/profile/sections/Fragrances.tsx';
import { SharedLinks } from '../../../src/features/members/screen/profile/sections/SharedLinks.tsx';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/composition/fragrance.ts';
import { savedFragrances } from '../../../src/features/fragrance/state/savedFragrances.ts';
import { ownShares } from '../../../src/features/share/state/ownShares.ts';
import { fakeService, json, type FakeService } from '../support/fakeService.ts';
import { byRole, mount, press, text } from '../support/mount.tsx';
import { signIn } from '../support/signIn.ts';

/** The owner reads what the operator has hidden. */

let service: FakeService;
beforeEach(() => {
  service = fakeService();
  const signOut = signIn(defaultProfile({ id: 'ada', email: 'ada@example.com' }));
  return () => {
    service.end();
    signOut();
    Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
    Object.assign(ownShares, { items: [], status: 'idle' });
  };
});

const saved = (name: string, isPublic: boolean, hidden: boolean) => ({
  ...fragranceFromEssence({ essence: ['A4', 'C5'], source: 'spectral', now: new Date(0) }),
  id: `id-${name}`,
  name,
  audioData: null,
  isPublic,
  ...(hidden ? { hidden } : {}),
  creatorId: 'ada',
  creatorName: 'Ada',
  likes: [],
  savedAt: new Date(0).toISOString(),
  addedToPlaylistAt: null,
});

test('a hidden fragrance says so to its owner, and its switch is disabled and off', async () => {
  const items = [saved('Cedar Morning', true, true), saved('Rose Dawn', true, false)];
  Object.assign(savedFragrances, { items, status: 'ready', known: true });
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

test('a hidden share says so in the list of its owner', async () => {
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
