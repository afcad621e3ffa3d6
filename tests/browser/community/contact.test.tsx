import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Contact from '#screens/contact/Contact.tsx';
import { defaultProfile } from '#features/session/domain/member.ts';
import { session } from '#features/session/state/session.ts';
import { fakeService, json, type FakeService } from '../support/fakeService.ts';
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

test('the contact form takes the address of a member, and sends it along', async () => {
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

test('the contact form asks a visitor for an address', async () => {
  await mount(<Contact />);
  expect(field('Email').value).toBe('');
});

test('a message goes out from a page without a secure context', async () => {
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
