import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '#local/serverContract.ts';
import { serveInDeno, type DenoFunction } from '../support/deno.ts';
import { fetchJson, callFunction, serviceHeaders, startTestServer, visitor } from '../support/testServer.ts';
import { address, order, SITE_URL } from './outbound.ts';
import { startSmtpServer, type Post } from './smtpServer.ts';

/** The function that sends the queue of a hosted project, in real Deno: by SMTP, and by a provider's API. */

let server: RunningServer;
let post: Post;
let provider: Server;
let bySmtp: DenoFunction;
let byApi: DenoFunction;
const sentRequests: { key: unknown; once: unknown; mail: Record<string, unknown> }[] = [];
let refuse = false;

beforeAll(async () => {
  post = await startSmtpServer();
  provider = createServer((request, response) => {
    const take = async () => {
      const { authorization: key, 'idempotency-key': once } = request.headers;
      sentRequests.push({ key, once, mail: (await json(request)) as Record<string, unknown> });
      response.writeHead(refuse ? 429 : 200).end('{"message":"for mailed@example.com"}');
    };
    void take();
  });
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  server = await startTestServer();
  // As `private.schedule()` does.
  await server.backend!.sql('select private.configure(mail => true)');
  const settings = { ACCORD_APP_URL: `${SITE_URL}/`, ACCORD_MAIL_FROM: 'Accord <hello@example.com>' };
  [bySmtp, byApi] = await Promise.all([
    serveInDeno('send-mails', server, { ...settings, ACCORD_SMTP_URL: post.url }, { npm: true }),
    serveInDeno('send-mails', server, {
      ...settings,
      ACCORD_MAIL_API_KEY: 'KEY',
      ACCORD_MAIL_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    }),
  ]);
});
afterAll(async () => {
  await bySmtp?.close();
  await byApi?.close();
  await server?.close();
  provider?.close();
  await post?.shut();
});

const send = (to: DenoFunction) =>
  fetchJson(to.url, { method: 'POST', headers: { Authorization: `Bearer ${server.keys!.secret}` }, body: '{}' });

describe('the function that sends mails @slow', () => {
  it('sends an order by SMTP', async () => {
    const email = address();
    await order(server, { email });
    expect((await send(bySmtp)).body).toEqual({ success: true, sent: 1, later: 0, given_up: 0 });
    const [mail] = post.to(email);
    expect(mail).toMatchObject({ to: [email], subject: 'Your order at Accord' });
    expect(mail!.text).toContain('NAMIBIAN BREEZE');
    expect(mail!.headers).toMatch(/^From: Accord <hello@example.com>$/m);
    expect(mail!.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect((await send(bySmtp)).body).toMatchObject({ sent: 0 });
  });

  it('sends by the API, and tries again with the same key after a refusal', async () => {
    const email = address();
    await order(server, { email });
    refuse = true;
    expect((await send(byApi)).body).toEqual({ success: true, sent: 0, later: 1, given_up: 0 });
    const [row] = await server.backend!.sql<{ last_error: string }>(
      'select last_error from private.mails where next_try_at is not null',
    );
    expect(row!.last_error).toMatch(/^API 429: /);
    expect(row!.last_error).not.toContain('@');
    refuse = false;
    expect((await send(byApi)).body).toMatchObject({ sent: 0, later: 0 });
    await server.backend!.sql('update private.mails set next_try_at = now() where next_try_at is not null');
    expect((await send(byApi)).body).toEqual({ success: true, sent: 1, later: 0, given_up: 0 });
    expect(sentRequests).toHaveLength(2);
    expect(sentRequests[0]!.once).toBe(sentRequests[1]!.once);
    expect(sentRequests[1]).toMatchObject({
      key: 'Bearer KEY',
      mail: { from: 'Accord <hello@example.com>', to: [email], subject: 'Your order at Accord' },
    });
  });

  it('requires the key of the service', async () => {
    for (const headers of [{}, visitor(server)])
      expect((await fetchJson(bySmtp.url, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  });

  it('reports that mail is not set up', async () => {
    const headers = { ...serviceHeaders(server), Authorization: `Bearer ${server.keys!.secret}` };
    const answer = await callFunction(server, 'send-mails', {}, headers);
    expect([answer.status, answer.body['code']]).toEqual([503, 'no_mail']);
  });
});
