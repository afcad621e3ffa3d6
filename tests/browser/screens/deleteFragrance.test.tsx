import { beforeEach, expect, test } from 'vitest';
import { defaultProfile } from '../../../src/features/members/domain/member.ts';
import type { SavedFragrance } from '../../../src/features/fragrance/domain/composition/savedFragrance.ts';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/composition/fragrance.ts';
import { LOCAL_ID_PREFIX } from '../../../src/features/fragrance/domain/composition/savedFragrance.ts';
import type { NoteCode } from '../../../src/core/pitch/pitch.ts';
import { Fragrances } from '../../../src/features/members/screen/profile/sections/Fragrances.tsx';
import { session } from '../../../src/features/members/state/session/session.ts';
import { savedFragrances } from '../../../src/features/fragrance/state/savedFragrances.ts';
import { onNotice } from '../../../src/core/shell/notices.ts';
import { allByRole, byRole, mount, press } from '../support/mount.tsx';

/** A saved fragrance. Deleting one that is on this device only asks no backend. */
function saved(id: string, name: string, ...essence: NoteCode[]): SavedFragrance {
  return {
    ...fragranceFromEssence({ essence, source: 'spectral', now: new Date(essence.length) }),
    id,
    name,
    audioData: null,
    isPublic: false,
    creatorId: null,
    creatorName: 'Ada',
    likes: [],
    savedAt: new Date(0).toISOString(),
    addedToPlaylistAt: null,
  };
}

beforeEach(() => {
  session.user = defaultProfile({ id: 'ada', email: 'ada@example.com' });
  return () => {
    session.user = null;
  };
});

async function remove(name: string): Promise<void> {
  await press(byRole('button', `Delete ${name}`));
  await expect.poll(() => allByRole('button', 'Delete').length).toBe(1);
  await press(byRole('button', 'Delete'));
}

const local = saved(`${LOCAL_ID_PREFIX}1`, 'First Accord', 'A4', 'C5');
const stored = saved('2', 'Second Accord', 'E4', 'G4', 'B4');

test.each([
  { items: [local, stored], focused: 'a', words: 'Second Accord' },
  { items: [stored, local], focused: 'a', words: 'Second Accord' },
  { items: [local], focused: '[role="tabpanel"]', words: 'No fragrances yet' },
])(
  'after deleting one of $items.length it is said, and the focus is on $focused',
  async ({ items, focused, words }) => {
    const said: string[] = [];
    const stop = onNotice(({ title }) => said.push(title));
    Object.assign(savedFragrances, { items, status: 'ready', known: true });
    await mount(
      <div role="tabpanel" tabIndex={0} aria-label="Fragrances">
        <Fragrances />
      </div>,
    );
    await remove('First Accord');
    await expect.poll(() => document.activeElement?.matches(focused)).toBe(true);
    expect(document.activeElement?.textContent).toContain(words);
    expect(said).toEqual(['First Accord is deleted.']);
    stop();
  },
);
