import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { defaultProfile } from '../../../src/features/members/domain/member.ts';
import { Fragrances } from '../../../src/features/members/screen/profile/sections/Fragrances.tsx';
import Moderation from '../../../src/features/members/screen/profile/sections/Moderation.tsx';
import { session } from '../../../src/features/members/state/session/session.ts';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/composition/fragrance.ts';
import { savedFragrances } from '../../../src/features/fragrance/state/savedFragrances.ts';
import { setVisibility } from '../../../src/features/fragrance/state/changeSaved.ts';
import { moderation } from '../../../src/features/moderation/state/moderation.ts';
import { onNotice, type Notice } from '../../../src/core/shell/notices.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, press, text } from '../support/mount.tsx';

/** The person concerned is told what is hidden and why, can answer, and learns why an act is refused. */

const ID = '3f0f1f5e-0000-4000-8000-000000000001';
const HIDDEN = {
  subject: 'fragrance',
  subject_id: ID,
  name: 'Cedar Morning',
  cause: 'desk',
  reason: 'It insults Ada.',
  at: '2026-01-01T00:00:00Z',
  answer: null,
  answered_at: null,
};
const BLOCKED = { ...HIDDEN, subject: 'member', subject_id: 'ada', name: 'Ada', reason: 'It sold pills.' };

let service: FakeService;
beforeEach(() => {
  service = fakeService();
  session.user = defaultProfile({ id: 'ada', email: 'ada@example.com' });
  session.verified = true;
  return () => {
    service.end();
    session.user = null;
    session.verified = false;
    moderation.items = [];
    Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
  };
});

test('what is hidden is told with its reason, and an answer is sent and shown', async () => {
  service.on(/my_moderation/, () => json([HIDDEN, BLOCKED]));
  service.on(/answer_moderation/, noConnection);
  await mount(<Moderation />);
  await expect.poll(text).toContain('Cedar Morning is hidden');
  expect(text()).toContain('Why: It insults Ada.');
  expect(text()).toContain('Your account is blocked');
  expect(text()).toContain('You cannot publish, share or order.');
  await press(byRole('button', 'Answer about Cedar Morning'));
  await expect.poll(() => document.activeElement).toBe(byRole('textbox', 'Your answer about Cedar Morning'));
  await press(byRole('button', 'Send answer'));
  expect(text()).toContain('Please write an answer.');
  await change(() => userEvent.fill(byRole('textbox', 'Your answer about Cedar Morning'), ' It is about a tree. '));
  await press(byRole('button', 'Send answer'));
  await expect.poll(text).toContain('Please check your connection and try again.');
  service.on(/answer_moderation/, () => json({ status: 'answered' }));
  await press(byRole('button', 'Send answer'));
  await expect.poll(text).toContain('Your answer: It is about a tree.');
  await expect.poll(() => document.activeElement).toBe(byRole('button', 'Answer again about Cedar Morning'));
  expect(service.calls.at(-1)?.body).toMatchObject({
    subject: 'fragrance',
    subject_id: ID,
    answer: 'It is about a tree.',
  });
});

test('where nothing is hidden nothing is shown, and nobody reads what another member is told', async () => {
  service.on(/my_moderation/, () => json([]));
  await mount(<Moderation />);
  expect(allByRole('region', 'What was hidden')).toEqual([]);
  await change(() => (moderation.items = [{ ...HIDDEN, subject: 'fragrance', subjectId: ID }]));
  byRole('region', 'What was hidden');
  await change(() => (session.user = null));
  expect(moderation.items).toEqual([]);
});

test('a hidden fragrance says so in the own list, and why it cannot be published', async () => {
  const saved = {
    ...fragranceFromEssence({ essence: ['A4', 'C5'], source: 'spectral', now: new Date(0) }),
    id: ID,
    name: 'Cedar Morning',
    audioData: null,
    isPublic: false,
    creatorId: 'ada',
    creatorName: 'Ada',
    likes: [],
    savedAt: new Date(0).toISOString(),
    addedToPlaylistAt: null,
  };
  Object.assign(savedFragrances, { items: [saved], status: 'ready', known: true });
  moderation.items = [{ ...HIDDEN, subject: 'fragrance', subjectId: ID }];
  await mount(<Fragrances />);
  expect(text()).toContain('Hidden');
  const notices: Notice[] = [];
  const stop = onNotice((notice) => notices.push(notice));
  service.on(/PATCH .*fragrance_profiles/, () =>
    json({ code: 'P0001', message: 'This was hidden: It insults Ada.', hint: 'hidden' }, 400),
  );
  expect(await setVisibility('Cedar Morning', true)).toBe(false);
  expect(notices.at(-1)).toMatchObject({
    kind: 'error',
    description: 'This was hidden: It insults Ada. You can answer on your profile.',
  });
  stop();
});
