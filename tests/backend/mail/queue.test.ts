import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pendingMails } from '../../../supabase/functions/_shared/mail/queue.ts';
import { createService } from '../../../supabase/functions/_shared/service.ts';
import { startServer } from '../../../supabase/local/server.ts';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { today } from '../../turn.ts';
import { migratedFolder } from '../support/folder.ts';
import type { Row } from '../support/refusals.ts';
import { ask, signUp, visitor } from '../support/testServer.ts';
import { DAY, HOUR, mailAt, MINUTE, openPost, order, SITE, type Post } from './post.ts';
import { PATIENCE_MS } from '../../patience.ts';

/** The queue: each mail is sent once, by and by, through failures and restarts; and the auth service's mails go through it. */

let folder: string;
let post: Post;
let server: RunningServer;
const clock = { now: today() + MINUTE };
const lines: string[] = [];

const start = (options: Partial<Parameters<typeof startServer>[0]> = {}) =>
  startServer({
    port: 0,
    dataDir: folder,
    mode: 'backend',
    env: { RATE_LIMIT_FACTOR: '1000' },
    siteUrl: SITE,
    mail: mailAt(post, clock),
    say: (line) => lines.push(line),
    ...options,
  });

beforeAll(async () => {
  folder = await migratedFolder('mail');
  post = await openPost();
  server = await start();
});
afterAll(async () => {
  await server?.close();
  await post?.shut();
  rmSync(folder, { recursive: true, force: true });
});

const address = () => `${crypto.randomUUID()}@example.com`;
const pending = () =>
  pendingMails(
    createService((name) => ({ SUPABASE_URL: server.url, SUPABASE_SERVICE_ROLE_KEY: server.keys!.secret })[name]),
  );
const run = () => server.mailer!.run();
const sql = (query: string, values: unknown[] = []) => server.backend!.sql<Row>(query, values);

describe('a mail that cannot be sent', () => {
  it('is tried again when its pause is over, also by the next process, and sent once', async () => {
    const email = address();
    await post.shut();
    await order(server, { email });
    expect(await run()).toEqual({ sent: 0, later: 1, givenUp: 0, errors: [expect.stringMatching(/^E[A-Z]+$/)] });
    expect(lines.at(-1)).toMatch(/^Mail: 0 sent, 1 to be tried again/);
    expect(lines.join('\n')).not.toContain(email);
    expect(await pending()).toMatchObject({ waiting: 1, failing: 1, oldest_at: expect.any(String) });
    await post.open();
    // Before its pause is over nothing is tried.
    expect(await run()).toMatchObject({ sent: 0, later: 0 });
    await server.close();

    clock.now += MINUTE;
    server = await start();
    expect(await run()).toMatchObject({ sent: 1, later: 0 });
    expect(await run()).toMatchObject({ sent: 0 });
    expect(post.to(email)).toHaveLength(1);
    expect(await pending()).toMatchObject({ waiting: 0, failing: 0, oldest_at: null });
    await server.close();
    clock.now += DAY;
    server = await start();
    await run();
    expect(post.to(email)).toHaveLength(1);
  });

  it('is tried after 1 min, 5 min, 30 min, 2 h and 12 h, and given up then, with nothing personal left', async () => {
    const email = address();
    post.refuse({ code: 550, words: `No such person: <${email}>` });
    const id = await order(server, { email });
    expect(await run()).toEqual({ sent: 0, later: 1, givenUp: 0, errors: ['EENVELOPE 550'] });
    const [{ last_error: error }] = (await sql(
      'select last_error from private.mails where next_try_at is not null',
    )) as [Row];
    expect(error).toMatch(/550/);
    expect(error).not.toContain(email);
    for (const pause of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR]) {
      clock.now += pause - 1000;
      expect(await run()).toMatchObject({ later: 0 });
      clock.now += 1000;
      expect(await run()).toMatchObject({ later: 1, givenUp: 0 });
    }
    clock.now += 12 * HOUR;
    expect(await run()).toMatchObject({ later: 0, givenUp: 1 });
    post.refuse(null);
    clock.now += DAY;
    expect(await run()).toMatchObject({ sent: 0 });
    expect(post.to(email)).toEqual([]);
    expect(await pending()).toMatchObject({ waiting: 0, given_up: 1 });
    expect(await sql('select recipient, data, html from private.mails where given_up_at is not null')).toEqual([
      { recipient: null, data: {}, html: null },
    ]);
    expect(await sql('select 1 from private.order_links where order_id = $1', [id])).toEqual([]);
  });

  it('is not taken while another process sends it, and is when that one has gone silent', async () => {
    const email = address();
    await order(server, { email });
    const claim = async () => {
      const at = new Date(clock.now).toISOString();
      return (await sql('select public.claim_mail($1) as mail', [at]))[0]!['mail'] as Row | null;
    };
    const lost = (await claim())!;
    expect(lost).toMatchObject({ kind: 'order', recipient: email });
    expect(await claim()).toBeNull();
    expect(await run()).toMatchObject({ sent: 0 });
    clock.now += 5 * MINUTE;
    expect(await run()).toMatchObject({ sent: 1 });
    // What the first one has to say comes too late.
    const late = [lost['id'], lost['claim'], new Date(clock.now).toISOString()];
    expect((await sql('select public.mail_sent($1, $2, $3) as done', late))[0]).toEqual({ done: false });
    expect((await sql("select public.mail_failed($1, $2, 'late', $3) as done", late))[0]).toEqual({ done: null });
    clock.now += DAY;
    await run();
    expect(post.to(email)).toHaveLength(1);
  });

  it('keeps no other one waiting', async () => {
    const mails = [address(), address(), address()];
    for (const email of mails) await order(server, { email });
    await sql("update private.mails set subject = null, kind = 'unknown' where recipient = $1", [mails[0]]);
    expect(await run()).toMatchObject({ sent: 2, later: 1 });
    await sql("delete from private.mails where kind = 'unknown'");
  });
});

describe('what is kept', () => {
  it('has no text and no recipient once it is sent, and is gone after 30 days', async () => {
    await order(server, { email: address(), name: 'Adelheid' });
    await run();
    const rows = await sql('select * from private.mails');
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toMatch(/@example|Adelheid/);
    clock.now = today() + 30 * DAY + HOUR;
    await run();
    expect(await sql('select 1 from private.mails')).toEqual([]);
    clock.now = today() + MINUTE;
  });
});

describe('mails of accounts', () => {
  it('go out with links to the public address that work, and open nothing from the queue', async () => {
    const email = address();
    await signUp(server, email, { liquidName: 'Ada', location: 'Berlin, Germany' }, 'correct horse');
    expect(server.mails).toEqual([]);
    expect((await fetch(`${server.url}/mailbox`)).status).toBe(404);
    await run();
    const [mail, ...more] = post.to(email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Confirm your email for Accord');
    const link = /https:\/\/app\.example\.com\/confirm-email\?token_hash=([0-9a-f]{56})&type=signup/.exec(mail!.text);
    expect(link).not.toBeNull();
    expect(mail!.html).toContain('Welcome to Accord');
    expect(JSON.stringify(await sql('select * from private.mails'))).not.toContain(link![1]);
    const verify = (type: string, token_hash: string) =>
      ask(`${server.url}/auth/v1/verify`, {
        method: 'POST',
        headers: { ...visitor(server), 'Content-Type': 'application/json' },
        body: JSON.stringify({ type, token_hash }),
      });
    expect((await verify('signup', link![1]!)).status).toBe(200);

    const asked = await ask(`${server.url}/auth/v1/recover`, {
      method: 'POST',
      headers: { ...visitor(server), 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    expect(asked.status).toBe(200);
    await run();
    const reset = post.to(email)[1]!;
    expect(reset.subject).toBe('Choose a new password for Accord');
    const token = /https:\/\/app\.example\.com\/profile\/update-password\?token_hash=([0-9a-f]{56})/.exec(
      reset.text,
    )![1]!;
    expect((await verify('recovery', token)).status).toBe(200);
  });

  it('are sent once more when somebody asks for it, and dropped when their link is too old', async () => {
    const email = address();
    await signUp(server, email, { liquidName: 'Eve', location: 'Paris, France' }, 'correct horse');
    await post.shut();
    await run();
    const again = () =>
      ask(`${server.url}/auth/v1/resend`, {
        method: 'POST',
        headers: { ...visitor(server), 'Content-Type': 'application/json' },
        body: JSON.stringify({ type: 'signup', email }),
      });
    // The service has a pause between two mails by its own clock.
    await vi.waitUntil(async () => (await again()).status === 200, { timeout: PATIENCE_MS });
    await post.open();
    await run();
    expect(post.to(email)).toHaveLength(1);
    clock.now += 2 * HOUR;
    await run();
    expect(post.to(email)).toHaveLength(1);
    clock.now = today() + MINUTE;
  });
});

describe('without an SMTP server', () => {
  it('nothing is queued, and the mailbox catches the mails of accounts', async () => {
    await server.close();
    server = await start({ mail: null });
    const email = address();
    await order(server, { email });
    await signUp(server, email, { liquidName: 'Ada', location: 'Berlin, Germany' }, 'correct horse');
    expect(server.mailer).toBeNull();
    expect(server.mails.map((mail) => mail.to)).toEqual([email]);
    expect(lines.at(-1)).toBe(`Mail for ${email}: "Confirm your email for Accord". Read it at ${server.url}/mailbox`);
    expect(await sql('select 1 from private.mails where recipient = $1', [email])).toEqual([]);
    await server.close();
    // Where the mailbox cannot be read either, the log says so.
    server = await start({ mail: null, trustedProxies: ['127.0.0.1'] });
    await signUp(server, address(), { liquidName: 'Bo', location: 'Oslo, Norway' }, 'correct horse');
    expect(lines.at(-1)).toContain('It was not sent: set ACCORD_SMTP_URL');
  });
});
