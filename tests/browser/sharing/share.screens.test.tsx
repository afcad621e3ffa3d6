import { Route, Router } from 'wouter';
import { beforeEach, expect, test, vi } from 'vitest';
import Share from '#screens/share/Share.tsx';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, mount, press, text, areInOrder, change } from '../support/mount.tsx';
import { SharePage } from '#screens/share/SharePage.tsx';
import { wordsOfShare, type SharedFragrance } from '#features/share/state/sharedFragrance.ts';
import { memoryLocation } from 'wouter/memory-location';
import { fragrance } from '#features/fragrance/state/current.ts';
import { createFromBeat } from '#features/instruments/state/beat/beatFile.ts';
import { openBeat } from '#features/instruments/state/beat/beat.ts';
import { createFromTake, replaceTake } from '#features/instruments/state/take/take.ts';
import { takes } from '#features/instruments/state/take/takeState.ts';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';
import { userEvent } from 'vitest/browser';
import { ReportFragrance } from '#screens/playlist/PlaylistEntry.tsx';
import { defaultProfile } from '#features/session/domain/member.ts';
import { session } from '#features/session/state/session.ts';
import { deleteReportList, REPORTED_KEY } from '#features/moderation/state/reports.ts';
import { savedFragrances } from '#features/fragrance/state/savedFragrances.ts';

let service: FakeService;
beforeEach(() => {
  service = fakeService();
  localStorage.clear();
  sessionStorage.clear();
  return () => {
    service.end();
    deleteReportList();
    session.user = null;
    localStorage.clear();
  };
});

const show = async (path: string) => {
  history.pushState(null, '', path);
  await mount(<Route path="/share/:shareId" component={Share} />);
};

test('a share that could not be loaded can be requested again, and a missing one cannot', async () => {
  service.on(/get_share/, noConnection);
  await show('/share/Ab3dEf7h.');
  await expect.poll(text).toContain('Failed to load fragrance profile');
  // Characters that a chat put behind the link are gone from the address.
  await expect.poll(() => location.pathname).toBe('/share/Ab3dEf7h');
  service.on(/get_share/, () => json([]));
  await press(byRole('button', 'Try again'));
  await expect.poll(text).toContain('Fragrance profile not found');
  expect(allByRole('button', 'Try again')).toEqual([]);
});

const shared: SharedFragrance = {
  shareId: 'abcdefgh',
  title: 'My Accord Fragrance Profile',
  name: 'Rose at Dawn',
  musicEssence: ['C4', 'E4'],
  topNotes: ['Bergamot'],
  middleNotes: ['Rose'],
  baseNotes: ['Oud'],
  audioUrl: 'data:audio/wav;base64,',
  face: {
    musicEssence: ['C4', 'E4'],
    intensity: 0.5,
    complexity: 0.5,
    persistence: 0.5,
    accents: [{ note: 'E6', of: 'C4', partial: 3, level: -6 }],
    trace: {
      duration: 3,
      peaks: [],
      notes: [
        { note: 'C4', onset: 0.5, offset: 1, velocity: 1, cents: 0 },
        { note: 'E4', onset: 1.1, offset: 1.5, velocity: 0.5, cents: 0 },
      ],
    },
  },
  description: 'A rose opening over oud.',
  source: 'spectral',
  makerName: null,
};

test('a share has title, sound, notes, views, link and "Create Your Own" in this order, and our additions after them', async () => {
  await mount(<SharePage words={wordsOfShare(shared)} fragrance={shared} />);
  await expect.poll(() => allByRole('heading', 'Accents').length).toBe(1);
  const term = (name: string) => [...document.querySelectorAll('dt')].find((dt) => dt.textContent?.startsWith(name))!;
  const parts = [
    document.querySelector('[data-word="title"]')!,
    byRole('heading', 'Rose at Dawn'),
    document.querySelector('audio')!,
    ...['Music essence', 'Top notes', 'Middle notes', 'Base notes'].map(term),
    [...document.querySelectorAll('p')].find((words) => /^\d+ views?$/.test(words.textContent ?? ''))!,
    byRole('button', 'Copy Link'),
    byRole('link', 'Create Your Own'),
    document.querySelector('[data-word="description"]')!,
    byRole('heading', 'Accents'),
  ];
  expect(areInOrder(parts)).toBe(true);
});

async function remix(): Promise<string[]> {
  const { hook, history } = memoryLocation({ path: '/share/Abcdefgh', record: true });
  await mount(
    <Router hook={hook}>
      <SharePage words={wordsOfShare(shared)} fragrance={shared} />
    </Router>,
  );
  await expect.poll(() => allByRole('heading', 'Play with its notes').length).toBe(1);
  return history;
}

test('a share becomes a beat in the beat maker, whose fragrance has its notes', async () => {
  const history = await remix();
  await press(byRole('button', 'Make a beat of it'));
  await vi.waitUntil(() => history.length === 2, { timeout: WAIT_TIMEOUT_MS });
  const [path, query] = history[1]!.split('?');
  expect(path).toBe('/beat-maker');
  openBeat(new URLSearchParams(query).get('beat'));
  expect(createFromBeat()).toBe(true);
  expect(fragrance.current).toMatchObject({ source: 'beat' });
  expect(fragrance.current!.musicEssence.toSorted()).toEqual(['C4', 'E4']);
});

test('a share becomes a take on the keyboard, whose fragrance has the source "keys"', async () => {
  const history = await remix();
  await press(byRole('button', 'Play it on the keyboard'));
  await vi.waitUntil(() => history.length === 2, { timeout: WAIT_TIMEOUT_MS });
  expect(history[1]).toBe('/secret-keyboard');
  expect(takes.take.notes.map(({ midi }) => midi)).toEqual([60, 64]);
  expect(createFromTake()).toBe(true);
  expect(fragrance.current).toMatchObject({ source: 'keys' });
  replaceTake({ notes: [], duration: 0 });
});

const OWNER_ID = '3f0f1f5e-0000-4000-8000-000000000001';

const sent = () => service.calls.filter(({ path }) => path.endsWith('/rpc/report')).map(({ body }) => body);
const send = () => press(byRole('button', 'Report'));

async function open(): Promise<void> {
  await mount(<ReportFragrance id={OWNER_ID} name="Cedar Morning" />);
  await press(byRole('button', 'Report Cedar Morning'));
  await expect.poll(() => allByRole('dialog', /^Report .*Cedar Morning/).length).toBe(1);
  await expect.poll(() => allByRole('combobox', 'What is wrong with it?').length).toBe(1);
}
const choose = (words: string) =>
  change(() => userEvent.selectOptions(byRole('combobox', 'What is wrong with it?'), words));

test('a report has a reason, is sent once, and a sentence replaces its button', async () => {
  service.on(/rpc\/report$/, () => json({ status: 'reported' }));
  await open();
  await send();
  expect(text()).toContain('Please choose a reason.');
  expect(document.activeElement).toBe(byRole('combobox', 'What is wrong with it?'));
  expect(sent()).toEqual([]);
  await choose('It is advertising or spam');
  await change(() => userEvent.fill(byRole('textbox', 'In your words (optional)'), ' It sells pills. '));
  await send();
  await expect.poll(text).toContain('You reported this. Thank you.');
  await expect.poll(() => document.activeElement?.textContent).toBe('You reported this. Thank you.');
  expect(sent()).toMatchObject([{ subject: 'fragrance', id: OWNER_ID, reason: 'spam', details: 'It sells pills.' }]);
  expect(String(sent()[0]!['owner_secret'])).toMatch(/^[0-9a-f]{32}$/);
  // This device stores it.
  await expect.poll(() => allByRole('dialog', /./)).toEqual([]);
  expect(JSON.parse(localStorage.getItem(REPORTED_KEY)!)).toEqual([`fragrance:${OWNER_ID}`]);
  await mount(<ReportFragrance id={OWNER_ID} name="Cedar Morning" />);
  expect(allByRole('button', 'Report Cedar Morning')).toEqual([]);
});

test('a report that did not arrive shows the reason, keeps its text, and can be sent again', async () => {
  service.on(/rpc\/report$/, noConnection);
  await open();
  await choose('Something else');
  await change(() => userEvent.fill(byRole('textbox', 'In your words (optional)'), 'Look at it.'));
  await send();
  await expect.poll(text).toContain('Please check your connection and try again.');
  service.on(/rpc\/report$/, () => json({ code: 'P0001', message: 'Gone', hint: 'not_public' }, 400));
  await send();
  await expect.poll(text).toContain('This is not public any more.');
  expect(sent()).toMatchObject([{ details: 'Look at it.' }, { details: 'Look at it.' }]);
  expect(localStorage.getItem(REPORTED_KEY)).toBeNull();
});

test('members can report things of others, and not their own', async () => {
  session.user = defaultProfile({ id: 'ada', email: 'ada@example.com' });
  Object.assign(savedFragrances, { items: [], status: 'loading', known: false });
  await mount(<ReportFragrance id={OWNER_ID} name="Cedar Morning" />);
  expect(allByRole('button', /^Report/)).toEqual([]);
  await change(() => Object.assign(savedFragrances, { status: 'ready', known: true }));
  byRole('button', 'Report Cedar Morning');
  await change(() => Object.assign(savedFragrances, { items: [{ id: OWNER_ID }] }));
  expect(allByRole('button', /^Report/)).toEqual([]);
});
