import { beforeEach, afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import Room from '../../../src/features/room/screen/Room.tsx';
import { forgetUser } from '../../../src/features/members/state/session/session.ts';
import { fakeService, held, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, change, mount, press, text, unmount } from '../support/mount.tsx';
import { signInAs } from '../support/signedIn.ts';

/** Making a room: an answer that was lost, another member, and no connection. */

let service: FakeService;
beforeEach(async () => {
  service = fakeService();
  service.on(/my_rooms/, () => json([]));
  await signInAs('ada');
  return () => service.end();
});
afterEach(() => {
  forgetUser();
  localStorage.clear();
});

const made = ({ body }: { body: Record<string, unknown> }) =>
  json({
    id: body['room_id'],
    name: body['name'],
    closes_at: '2100-01-01T00:00:00.000Z',
    closed: false,
    keeper: true,
    count: 0,
    after: 0,
    rev: 0,
    more: false,
    faces: [],
    gone: [],
  });
const asked = () => service.calls.filter(({ path }) => path.endsWith('/rpc/make_room')).map(({ body }) => body);

const location = memoryLocation({ path: '/room', record: true });
async function open(): Promise<void> {
  location.reset();
  await mount(
    <Router hook={location.hook}>
      <Route path="/room">
        <Room />
      </Route>
    </Router>,
  );
}
async function make(name: string): Promise<void> {
  await change(() => userEvent.fill(byRole('textbox', 'Name of the room'), name));
  await press(byRole('button', 'Make a room'));
}

test('a room whose answer was lost is the same when it is made again, and another one by another name', async () => {
  service.on(/make_room/, noConnection);
  await open();
  await make('Choir day');
  await expect.poll(text).toContain('There is no connection.');
  await press(byRole('button', 'Make a room'));
  await expect.poll(asked).toHaveLength(2);
  await expect.poll(() => allByRole('button', 'Make a room').length).toBe(1);
  service.on(/make_room/, made);
  await make('Choir night');
  await expect.poll(asked).toHaveLength(3);
  const [first, second, third] = asked().map((body) => body['room_id']);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  await expect.poll(() => location.history.at(-1)).toBe(`/room/${String(third)}/wall`);
});

test('the room of one member is not tried again by another one', async () => {
  service.on(/make_room/, noConnection);
  await open();
  await make('Choir day');
  await expect.poll(text).toContain('There is no connection.');
  await change(() => signInAs('ben'));
  await make('Choir day');
  await expect.poll(asked).toHaveLength(2);
  const [adas, bens] = asked().map((body) => body['room_id']);
  expect(bens).not.toBe(adas);
});

test('whoever left before the room was made stays where they are', async () => {
  const answer = held<Response>();
  service.on(/make_room/, () => answer.promise);
  await open();
  await make('Choir day');
  await expect.poll(asked).toHaveLength(1);
  await unmount();
  answer.give(made({ body: asked()[0]! }));
  await service.answered();
  expect(location.history).toEqual(['/room']);
});

test('the list of own rooms comes with the connection', async () => {
  service.on(/my_rooms/, noConnection);
  await open();
  await service.answered();
  expect(text()).not.toContain('Your rooms');
  service.on(/my_rooms/, () =>
    json([{ room_id: 'BBBBBBBBBBBBBBBBBBBBBB', name: 'Choir day', closed: false, faces: 2 }]),
  );
  await change(() => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
  });
  await expect.poll(text).toContain('2 faces, open');
});
