import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resetContact, sendMessage } from '#features/community/state/contact.ts';
import { preorder, PREORDER_KEY } from '#features/community/state/preorder.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';

/** Notices of contact and store stay 3 s, whether a message was sent, queued or refused (docs/decisions.md, 64). */

let service: FakeService;
let notices: Notice[];
let stopListening: () => void;

beforeEach(() => {
  localStorage.removeItem(PREORDER_KEY);
  service = fakeService();
  notices = [];
  stopListening = onNotice((notice) => notices.push(notice));
});

afterEach(async () => {
  for (const { id } of await outbox.entries()) await outbox.remove(id);
  resetContact();
  stopListening();
  service.end();
});

const shownNotices = () => notices.map(({ kind, title, duration }) => ({ kind, title, duration }));

describe('the notice of a contact message', () => {
  test.each([
    ['was sent', () => json({ success: true }), 'success', 'Message sent! We’ll be in touch soon'],
    [
      'waits for the connection',
      noConnection,
      'info',
      'Unable to connect to server. Please check your internet connection.',
    ],
    ['was refused', () => json({ success: false, error: 'Too long.' }, 400), 'error', 'Server error: Too long.'],
  ] as const)('that %s stays 3 s', async (_how, answer, kind, title) => {
    service.on(/POST \/functions\/v1\/contact-form/, answer);
    await sendMessage({ name: 'Ada', email: 'ada@example.com', message: crypto.randomUUID() });
    expect(shownNotices()).toEqual([{ kind, title, duration: 3000 }]);
  });
});

describe('the notice of a preorder', () => {
  const SENT_NOTICE = 'Preorder submitted successfully!';
  test.each([
    ['was sent', () => json({ status: 'stored' }), 'success', SENT_NOTICE],
    ['waits for the connection', noConnection, 'success', SENT_NOTICE],
    [
      'was refused',
      () => json({ code: '23514', message: 'violates check constraint' }, 400),
      'error',
      'Your preorder could not be sent.',
    ],
  ] as const)('that %s stays 3 s', async (_how, answer, kind, title) => {
    service.on(/POST \/rest\/v1\/rpc\/place_preorder/, answer);
    const order = { email: 'ada@example.com', name: 'Ada', fragranceId: 'namibian-breeze', fragranceName: 'Breeze' };
    await preorder(order);
    expect(shownNotices()).toEqual([{ kind, title, duration: 3000 }]);
  });

  test('that is a second one stays 3 s', async () => {
    service.on(/POST \/rest\/v1\/rpc\/place_preorder/, () => json({ status: 'stored' }));
    const order = { email: 'ada@example.com', name: 'Ada', fragranceId: 'namibian-breeze', fragranceName: 'Breeze' };
    await preorder(order);
    notices.length = 0;
    await preorder(order);
    expect(shownNotices()).toEqual([
      { kind: 'info', title: 'You have already preordered this fragrance.', duration: 3000 },
    ]);
  });
});
