import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { sendWaitingMessage } from '#features/community/state/contact.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { outboxView } from '#features/outbox/state/outbox.ts';
import Contact from '#screens/contact/Contact.tsx';
import { defaultProfile } from '#features/session/domain/member.ts';
import { session } from '#features/session/state/session.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { byRole, change, mount, press, text, unmount } from '../support/mount.tsx';

let service: FakeService;
beforeEach(() => {
  service = fakeService();
});
afterEach(async () => {
  await unmount();
  session.user = null;
  service.end();
  localStorage.clear();
});

const field = (label: string) => byRole('textbox', label) as HTMLInputElement | HTMLTextAreaElement;

async function type(label: string, value: string): Promise<void> {
  const input = field(label);
  await change(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!.set!.call(input, value);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}

test('the contact form begins with the address of a member, and sends it', async () => {
  session.user = defaultProfile({ id: 'ada', email: 'ada@example.com' });
  service.on(/POST \/functions\/v1\/contact-form/, () => json({ success: true }));
  await mount(<Contact />);
  expect(field('Email').value).toBe('ada@example.com');
  await type('Name', 'Ada');
  await type('Message', 'A scent that came out just right.');
  await press(byRole('button', 'Send Message'));
  await expect.poll(text).toContain('Thank you. We read every message');
  expect(service.calls.filter(({ path }) => path.endsWith('/contact-form')).map(({ body }) => body)).toEqual([
    expect.objectContaining({ name: 'Ada', email: 'ada@example.com', message: 'A scent that came out just right.' }),
  ]);
});

test('the contact form cleans a pasted name and address before it shows and sends them', async () => {
  service.on(/POST \/functions\/v1\/contact-form/, () => json({ success: true }));
  await mount(<Contact />);
  await type('Name', 'Anna\tMaria\u202e\u200b');
  await type('Email', '\u200bada@exam\u200bple.com\u200e');
  await type('Message', 'A scent that came out just right.');
  expect([field('Name').value, field('Email').value]).toEqual(['Anna Maria', 'ada@example.com']);
  await press(byRole('button', 'Send Message'));
  await expect.poll(text).toContain('Thank you. We read every message');
  expect(service.calls.filter(({ path }) => path.endsWith('/contact-form')).map(({ body }) => body)).toEqual([
    expect.objectContaining({ name: 'Anna Maria', email: 'ada@example.com' }),
  ]);
});

test('the contact form requires an address of a visitor', async () => {
  await mount(<Contact />);
  expect(field('Email').value).toBe('');
});

test('a message is sent from a page without a secure context', async () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  service.on(/POST \/functions\/v1\/contact-form/, () => json({ success: true }));
  await mount(<Contact />);
  await type('Name', 'Ada');
  await type('Email', 'ada@example.com');
  await type('Message', 'Sent from the next room.');
  await press(byRole('button', 'Send Message'));
  await expect.poll(text).toContain('Thank you. We read every message');
});

describe('a message that does not arrive', () => {
  const MESSAGE_TEXT = 'A scent that came out just right.';
  const ids = () => service.calls.filter(({ path }) => path.endsWith('/contact-form')).map(({ body }) => body['id']);
  const waitingEntries = () => outbox.entries('contact');
  let notices: Notice[];

  beforeEach(() => {
    notices = [];
    outboxView.waiting = [];
    outbox.register('contact', (payload, { signal }) => sendWaitingMessage(payload, signal));
    const deaf = onNotice((notice) => notices.push(notice));
    notices.length = 0;
    return async () => {
      deaf();
      outboxView.waiting = [];
      for (const { id } of await waitingEntries()) await outbox.remove(id);
    };
  });

  const write = async () => {
    await mount(<Contact />);
    await type('Name', 'Ada');
    await type('Email', 'ada@example.com');
    await type('Message', MESSAGE_TEXT);
    await press(byRole('button', 'Send Message'));
  };

  test.each([
    ['without a connection', noConnection, 'Unable to connect to server. Please check your internet connection.'],
    ['for a failing server', () => json({ success: false, error: 'broken' }, 500), 'Server error: broken'],
    ['for a gateway’s page', () => new Response('<html>', { status: 502 }), 'Server error: 502'],
    [
      'for too many requests',
      () => json({ success: false, error: 'Too many requests.' }, 429),
      'Server error: Too many requests.',
    ],
    [
      'for an answer that is no JSON',
      () => new Response('<html>'),
      'Server returned invalid response. Please try again.',
    ],
  ])('%s is stored, stays in the form, and is sent later once', async (_, answer, words) => {
    service.on(/contact-form/, answer);
    await write();
    await expect.poll(() => notices.map(({ title }) => title)).toEqual([words]);
    expect(notices[0]!.description).toBe('Your message is kept on this device and will be sent automatically.');
    expect(field('Message').value).toBe(MESSAGE_TEXT);
    expect(text()).toContain('Your message has not arrived yet. It will be sent automatically.');
    expect((await waitingEntries()).map(({ payload }) => payload)).toMatchObject([
      { name: 'Ada', message: MESSAGE_TEXT },
    ]);
    service.on(/contact-form/, () => json({ success: true }));
    // Pressing again sends the same message, at once and once.
    await press(byRole('button', 'Send Message'));
    await expect.poll(text).toContain('Thank you. We read every message');
    expect(new Set(ids()).size).toBe(1);
    await expect.poll(waitingEntries).toEqual([]);
    await press(byRole('button', 'Write another message'));
    expect(field('Message').value).toBe('');
  });

  test('is in the form of a later visit, and its success is shown there', async () => {
    service.on(/contact-form/, noConnection);
    await write();
    await expect.poll(() => notices).toHaveLength(1);
    await unmount();
    outboxView.waiting = (await waitingEntries()).map((entry) => ({
      ...entry,
      attempts: 1,
    })) as typeof outboxView.waiting;
    await mount(<Contact />);
    await expect.poll(() => field('Message').value).toBe(MESSAGE_TEXT);
    service.on(/contact-form/, () => json({ success: true }));
    await outbox.flush(true);
    await expect.poll(text).toContain('Thank you. We read every message');
  });

  test('is sent in its newest version if it is changed meanwhile', async () => {
    service.on(/contact-form/, noConnection);
    await write();
    await expect.poll(() => notices).toHaveLength(1);
    await type('Message', 'Another text, written in its place.');
    await press(byRole('button', 'Send Message'));
    await expect
      .poll(async () => (await waitingEntries()).map(({ payload }) => payload))
      .toMatchObject([{ message: 'Another text, written in its place.' }]);
  });

  test('is not stored if it was refused', async () => {
    service.on(/contact-form/, () => json({ success: false, error: 'The address is not valid.' }, 400));
    await write();
    await expect.poll(() => notices.map(({ title }) => title)).toEqual(['Server error: The address is not valid.']);
    expect(field('Message').value).toBe(MESSAGE_TEXT);
    await expect.poll(waitingEntries).toEqual([]);
  });
});
