import { describe, expect, it } from 'vitest';
import { sharedServer } from './support/sharedServer.ts';
import { fetchJson, newSecret } from './support/testServer.ts';

const server = await sharedServer();
describe('contact-form', () => {
  const send = (body: unknown) =>
    fetchJson(`${server.url}/functions/v1/contact-form`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('stores a message', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const message = `Hello there.\n\nI'd like to <b>know</b> more; drop table contact_messages;-- 🌹`;
    expect((await send({ name: ' Ada\u0000', email, message: ` ${message}\u0001\udc00 ` })).body).toEqual({
      success: true,
    });
    expect(
      await server.backend!.sql('select name, message from public.contact_messages where email = $1', [email]),
    ).toEqual([{ name: 'Ada', message }]);
  });

  it('stores a message whose id another owner has taken, and stores a repeated one once', async () => {
    const id = crypto.randomUUID();
    const email = `${crypto.randomUUID()}@example.com`;
    const first = { id, name: 'Mallory', email, message: 'I was here before you.', owner: newSecret() };
    const mine = { id, name: 'Ada', email, message: 'This has to arrive, too.', owner: newSecret() };
    for (const body of [first, mine, mine, first]) expect((await send(body)).body).toEqual({ success: true });
    expect(
      await server.backend!.sql('select name, message from public.contact_messages where email = $1 order by name', [
        email,
      ]),
    ).toEqual([
      { name: 'Ada', message: mine.message },
      { name: 'Mallory', message: first.message },
    ]);
  });

  it('reports missing and invalid fields', async () => {
    const good = { name: 'Ada', email: 'ada@example.com', message: 'Hello there, Accord!' };
    const wrong: [object, string][] = [
      [{ ...good, name: ' ' }, 'Name is required'],
      [{ ...good, email: '' }, 'Email is required'],
      [{ ...good, email: 'ada@' }, 'Please enter a valid email address'],
      [{ ...good, message: '' }, 'Message is required'],
      [{ ...good, message: 'Hi' }, 'Message must be at least 10 characters long'],
      [{ ...good, message: 'm'.repeat(5001) }, 'Please use at most 5000 characters.'],
      [{ ...good, name: ['Ada'] }, 'Name is required'],
      [{ ...good, name: '\u0000\u0001' }, 'Name is required'],
      [{ ...good, name: '\ud83d' }, 'Name is required'],
      [{ ...good, name: '\u3164\u200b\u2800' }, 'Name is required'],
      [{ ...good, message: '\u3164'.repeat(20) }, 'Message is required'],
      [{ ...good, message: `Hi${'\u0007'.repeat(20)}` }, 'Message must be at least 10 characters long'],
      [{ ...good, message: { text: 'Hello there, Accord!' } }, 'Message is required'],
      [{ ...good, email: 'ada lovelace@example.com' }, 'Please enter a valid email address'],
      [{ ...good, email: '\u200b\u200e' }, 'Email is required'],
      [{ ...good, id: 7 }, 'The field "id" has to be a UUID.'],
      [{ ...good, owner: 'mine' }, 'The field "owner" is not the secret of a device.'],
    ];
    for (const [body, error] of wrong)
      expect(await send(body)).toMatchObject({ status: 400, body: { success: false, error } });
    expect((await send({ ...good, message: 'm'.repeat(40_000) })).status).toBe(413);
    // A key that is wrong is not the same as none.
    expect(
      (
        await fetchJson(`${server.url}/functions/v1/contact-form`, {
          method: 'POST',
          headers: { Authorization: 'Bearer a.b.c' },
          body: JSON.stringify(good),
        })
      ).status,
    ).toBe(401);
  });
});
