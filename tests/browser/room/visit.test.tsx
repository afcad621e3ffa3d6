import axe from 'axe-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import Room from '../../../src/features/room/screen/Room.tsx';
import { room } from '../../../src/features/room/state/room.ts';
import { forgetUser } from '../../../src/features/members/state/session/session.ts';
import { forgetReports } from '../../../src/features/moderation/state/reports.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, press, text } from '../support/mount.tsx';
import { signInAs } from '../support/signedIn.ts';

/** The page of a room and its wall, with the answers and events of the backend in the hands of the test. */

const ID = 'BBBBBBBBBBBBBBBBBBBBBB';
const FACE = { essence: ['A4'], intensity: 0.1, complexity: 0.1, persistence: 0.1 };

/** The live source of the page. */
class Events extends EventTarget {
  static readonly opened: Events[] = [];
  constructor(readonly url: string) {
    super();
    Events.opened.push(this);
  }
  close(): void {}
}

let service: FakeService;
let rev: number;
let state: Record<string, unknown>;
const real = globalThis.EventSource;

beforeEach(() => {
  rev = 1;
  state = {};
  Events.opened.length = 0;
  Object.assign(room, { id: '', view: null });
  globalThis.EventSource = Events as unknown as typeof EventSource;
  service = fakeService();
  service.on(/room_news/, ({ body }) => json(news(Number(body['after']))));
  return () => {
    service.end();
    globalThis.EventSource = real;
  };
});
afterEach(() => {
  forgetReports();
  forgetUser();
  localStorage.clear();
  sessionStorage.removeItem('accord:sung');
});

const news = (after: number): Record<string, unknown> => ({
  id: ID,
  name: 'Choir day',
  closes_at: '2100-01-01T00:00:00.000Z',
  closed: false,
  keeper: false,
  count: 1,
  after,
  rev,
  more: false,
  faces: after === 0 ? [{ id: '00000000-0000-4000-8000-000000000000', rev: 1, place: 0, face: FACE }] : [],
  gone: [],
  ...state,
});
const HIDDEN = { closed: true, hidden: true, name: 'A hidden room', count: 0, faces: [] };

/** The room changes, and its pages are told. */
const become = (next: Record<string, unknown>): Promise<void> =>
  change(() => {
    state = next;
    const data = JSON.stringify(news(rev++));
    Events.opened.at(-1)!.dispatchEvent(new MessageEvent('news', { data }));
  });

async function open(path = `/room/${ID}`): Promise<void> {
  await mount(
    <Router hook={memoryLocation({ path }).hook}>
      <Route path="/room/:roomId/*?">
        <Room />
      </Route>
    </Router>,
  );
  await expect.poll(() => byRole('heading', 'Choir day').tagName).toBe('H1');
  await expect.poll(() => Events.opened.length).toBeGreaterThan(0);
}
const reports = () => service.calls.filter(({ path }) => path.endsWith('/rpc/report_room')).map(({ body }) => body);

async function openReport(): Promise<void> {
  await expect.poll(() => allByRole('button', 'Report Choir day').length).toBe(1);
  await press(byRole('button', 'Report Choir day'));
  await expect.poll(() => allByRole('combobox', 'What is wrong with it?').length).toBe(1);
  await change(() =>
    userEvent.selectOptions(byRole('combobox', 'What is wrong with it?'), 'It is advertising or spam'),
  );
}

test('a visitor reports a room once, with the keyboard, and reads that it arrived', async () => {
  service.on(/report_room/, () => json({ status: 'reported' }));
  await open();
  await expect.poll(() => allByRole('button', 'Report Choir day').length).toBe(1);
  byRole('button', 'Report Choir day').focus();
  await change(() => userEvent.keyboard('{Enter}'));
  await expect.poll(() => allByRole('combobox', 'What is wrong with it?').length).toBe(1);
  // Its way in is over.
  for (const animation of byRole('dialog', /./).getAnimations()) animation.finish();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await change(() =>
    userEvent.selectOptions(byRole('combobox', 'What is wrong with it?'), 'It is advertising or spam'),
  );
  byRole('button', 'Report').focus();
  await change(() => userEvent.keyboard('{Enter}'));
  await expect.poll(() => document.activeElement?.textContent).toBe('You reported this. Thank you.');
  expect(reports()).toMatchObject([{ room_id: ID, reason: 'spam', details: null }]);
  await open();
  await expect.poll(text).toContain('You reported this. Thank you.');
  expect(allByRole('button', /^Report/)).toEqual([]);
});

test('the report that hides the room keeps the focus on its thanks', async () => {
  service.on(/report_room/, async () => {
    // The event may be there before the answer.
    await become(HIDDEN);
    return json({ status: 'reported', room_id: ID });
  });
  await open();
  await openReport();
  await press(byRole('button', 'Report'));
  await expect.poll(() => document.activeElement?.textContent).toBe('You reported this. Thank you.');
  expect(text()).toContain('This room was reported. It is closed until somebody of Accord has looked at it.');
  expect(text()).not.toContain('Choir day');
});

test('a face that was sung waits in its tab over a reload, and is sent once', async () => {
  const id = '11111111-0000-4000-8000-000000000000';
  const keep = (value: object) => sessionStorage.setItem('accord:sung', JSON.stringify(value));
  // Of another room, and of a hostile hand.
  for (const value of [
    { roomId: 'C'.repeat(22), id, face: FACE },
    { roomId: ID, id: 'x', face: FACE },
    { roomId: ID, id, face: 7 },
  ]) {
    keep(value);
    await open();
    expect(allByRole('button', 'Put it on the wall')).toEqual([]);
  }
  keep({ roomId: ID, id, face: FACE });
  service.on(/add_room_face/, noConnection);
  await open();
  await press(byRole('button', 'Put it on the wall'));
  await expect.poll(text).toContain('Your face waits here');
  service.on(/add_room_face/, ({ body }) => json({ room_id: ID, face_id: body['face_id'], place: 1, rev: 2 }));
  await open();
  await press(byRole('button', 'Put it on the wall'));
  await expect.poll(text).toContain('Your face is on the wall.');
  const sent = service.calls.filter(({ path }) => path.endsWith('/rpc/add_room_face'));
  expect(sent.map(({ body }) => body['face_id'])).toEqual([id, id]);
  await open();
  expect(allByRole('button', 'Put it on the wall')).toEqual([]);
});

test('its maker has nothing to report, and a closed room has no button', async () => {
  state = { keeper: true };
  await open();
  await expect.poll(() => allByRole('button', 'Sing five seconds').length).toBe(1);
  expect(allByRole('button', /^Report/)).toEqual([]);
  state = {};
  Object.assign(room, { id: '', view: null });
  await open();
  await expect.poll(() => allByRole('button', 'Report Choir day').length).toBe(1);
  await become({ closed: true });
  expect(text()).toContain('This room is closed. Thank you to everybody who sang.');
  expect(allByRole('button', /^Report/)).toEqual([]);
});

const sung = (place: number) => ({ id: `00000000-0000-4000-8000-00000000000${place}`, rev: 1, place, face: FACE });
/** The page of whoever keeps the room, with three faces. */
async function kept(): Promise<void> {
  await signInAs('ada');
  state = { keeper: true, count: 3, faces: [0, 1, 2].map(sung) };
  await open(`/room/${ID}/wall`);
  await expect.poll(() => allByRole('button', 'Hide faces').length).toBe(1);
}

test('the question before a room is closed takes the focus once, whatever comes meanwhile', async () => {
  await kept();
  await press(byRole('button', 'Close the room'));
  expect(document.activeElement).toBe(byRole('button', 'Close it'));
  byRole('button', 'Keep it open').focus();
  await become({ ...state, count: 4, faces: [sung(3)] });
  await expect.poll(text).toContain('4 faces.');
  expect(document.activeElement).toBe(byRole('button', 'Keep it open'));
  await change(() => userEvent.keyboard('{Enter}'));
  expect(allByRole('button', 'Close it')).toEqual([]);
  expect(document.activeElement).toBe(byRole('button', 'Hide faces'));
});

test('faces are hidden with the keyboard one after the other', async () => {
  service.on(/hide_room_face/, ({ body }) => json({ room_id: ID, face_id: body['face_id'] }));
  await kept();
  await press(byRole('button', 'Hide faces'));
  const faces = () => allByRole('button', /^Hide [^f]/);
  expect(faces()).toHaveLength(3);
  faces()[1]!.focus();
  await change(() => userEvent.keyboard('{Enter}'));
  await expect.poll(() => allByRole('button', 'Undo').length).toBe(1);
  await become({ keeper: true, count: 2, faces: [], gone: [sung(1).id] });
  await expect.poll(faces).toHaveLength(2);
  expect(document.activeElement).toBe(faces()[0]);
  byRole('button', 'Undo').focus();
  await change(() => userEvent.keyboard('{Enter}'));
  await expect.poll(() => allByRole('button', 'Undo').length).toBe(0);
  expect(document.activeElement).toBe(byRole('button', 'Done hiding'));
});

test('whoever logs out keeps the room no more, and sees nothing of a hidden one', async () => {
  await kept();
  state = { ...state, closed: true, hidden: true };
  await become(state);
  await expect.poll(text).toContain('This room is closed.');
  expect(byRole('heading', 'Choir day')).toBeTruthy();
  state = HIDDEN;
  await change(forgetUser);
  await expect.poll(() => allByRole('heading', 'A hidden room').length).toBe(1);
  expect(allByRole('button', 'Hide faces')).toEqual([]);
  expect(text()).not.toContain('Choir day');
});

test('the wall of a hidden room is empty, and comes back by itself when it is given back', async () => {
  await open(`/room/${ID}/wall`);
  await expect.poll(text).toContain('1 face.');
  await become(HIDDEN);
  expect(byRole('heading', 'A hidden room').tagName).toBe('H1');
  expect(text()).toContain('0 faces. This room is closed.');
  expect(allByRole('link', /room/)).toEqual([]);
  await become({});
  await expect.poll(() => allByRole('heading', 'Choir day').length).toBe(1);
  await expect.poll(text).toContain('1 face.');
  // Its faces are no news.
  expect(document.body.textContent).not.toContain('new face');
});
