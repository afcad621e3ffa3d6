import type { ReactNode } from 'react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import PreorderDialog from '#features/community/components/PreorderDialog.tsx';
import { STORE_FRAGRANCES, storeBottle } from '#features/community/domain/storeCatalogue.ts';
import { DEMO_FRAGRANCES } from '#features/fragrance/domain/composition/demoFragrances.ts';
import { savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { defaultProfile } from '#features/session/domain/member.ts';
import { Facts } from '#screens/profile/sections/Facts.tsx';
import { Fragrances } from '#screens/profile/sections/Fragrances.tsx';
import { SharedLinks } from '#screens/profile/sections/SharedLinks.tsx';
import { shares } from '#features/share/state/shares.ts';
import { MAX_FRAGRANCE_NAME_LENGTH } from '#core/values/nameRules.ts';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';
import { mount } from '../support/mount.tsx';

/** Orders and profiles show a name of the greatest length in full, on a phone too. */

const LONG_NAME = 'Rhapsody of Bergamot and Vetiver '
  .repeat(9)
  .slice(0, MAX_FRAGRANCE_NAME_LENGTH - 1)
  .concat('.');
const ONE_WORD = 'Rhapsody'.repeat(99).slice(0, MAX_FRAGRANCE_NAME_LENGTH);

beforeAll(() => page.viewport(390, 844));
afterAll(async () => {
  Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
  Object.assign(shares, { items: [], listing: 'idle' });
  await page.viewport(414, 896);
});

/** The element that holds a text, alone; null where none does. */
function holderOf(words: string): HTMLElement | null {
  const found = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (found.nextNode()) if (found.currentNode.textContent!.includes(words)) return found.currentNode.parentElement;
  return null;
}

/** The ancestors that hide a part of an element's text, or the page where the text leaves it. */
function hiding(element: HTMLElement): string[] {
  const text = document.createRange();
  text.selectNodeContents(element);
  const { left, right, top, bottom } = text.getBoundingClientRect();
  const found = left < 0 || right > innerWidth ? ['page'] : [];
  for (let box: HTMLElement | null = element; box !== null && box !== document.body; box = box.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(box);
    const edge = box.getBoundingClientRect();
    // A box that scrolls upward and down hides nothing for good.
    const across = overflowX !== 'visible' && (left < edge.left - 1 || right > edge.right + 1);
    const down = ['hidden', 'clip'].includes(overflowY) && (top < edge.top - 1 || bottom > edge.bottom + 1);
    if (across || down) found.push(`${box.tagName}.${box.className}`);
  }
  return found;
}

const screens: [string, (name: string) => ReactNode][] = [
  [
    'the dialog of an order',
    (name) => (
      <PreorderDialog
        open
        onOpenChange={() => {}}
        fragranceName={name}
        bottle={{ ...storeBottle(STORE_FRAGRANCES[0]!), name }}
        member={null}
        onSubmit={async () => 'sent'}
      />
    ),
  ],
  [
    'the facts of a profile',
    (name) => <Facts member={{ ...defaultProfile({ id: 'ada', email: 'ada@example.com' }), location: name }} />,
  ],
  [
    'the fragrances of a profile',
    (name) => {
      Object.assign(savedFragrances, { items: [{ ...DEMO_FRAGRANCES[0]!, name }], status: 'ready', known: true });
      return <Fragrances />;
    },
  ],
  [
    'the shared links of a profile',
    (name) => {
      const link = { shareId: 'aB3dE6gH', name, createdAt: '2026-01-01T00:00:00Z', views: 1, waiting: false };
      Object.assign(shares, { items: [link], listing: 'ready' });
      return <SharedLinks />;
    },
  ],
];

describe.each(screens)('%s', (_where, screen) => {
  test.each([
    ['of many words', LONG_NAME],
    ['of one word', ONE_WORD],
  ])('shows the whole of a name %s', async (_kind, name) => {
    await mount(screen(name));
    // A dialog appears some frames after its mount.
    const holder = await vi.waitUntil(() => holderOf(name), { timeout: WAIT_TIMEOUT_MS });
    expect(hiding(holder)).toEqual([]);
  });
});
