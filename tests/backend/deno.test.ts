import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { START_MS } from '#tests/timeouts.ts';
import { withTimeout } from '#tests/withTimeout.ts';
import { sharedServer } from './support/sharedServer.ts';
import { DENO_PROGRAM, serveInDeno, type DenoFunction } from './support/deno.ts';
import { createRecording, createShare } from './support/createRows.ts';
import {
  fetchJson,
  callFunction,
  getShare,
  newMember,
  newSecret,
  newShareId,
  png,
  recordingForm,
  rpc,
  visitor,
  wav,
} from './support/testServer.ts';

/**
 * Each edge function in real Deno, as a hosted project runs it, with no network but the backend: its types are right,
 * it starts, reads its kind of body, reaches the backend, and refuses. Its other behaviour has tests in the other files
 * of this folder. `send-mails` is in mail/.
 */

const server = await sharedServer();
let runningFunction: DenoFunction | null = null;
afterEach(async () => {
  await runningFunction?.close();
  runningFunction = null;
});

type Row = Record<string, unknown>;
const serve = async (name: string, appUrl = server.url) =>
  (runningFunction = await serveInDeno(name, server, { ACCORD_APP_URL: appUrl })).url;
const asService = () => ({ Authorization: `Bearer ${server.keys!.secret}` });
const post = (url: string, body: BodyInit, headers: Record<string, string> = visitor(server)) =>
  fetchJson<Row>(url, { method: 'POST', headers, body });
const send = (url: string, body: object, headers = visitor(server)) =>
  post(url, JSON.stringify(body), { ...headers, 'Content-Type': 'application/json' });

describe('in Deno @slow', () => {
  let device: string;
  let audioPath: string;
  let shareId: string;
  beforeAll(async () => {
    device = newSecret();
    audioPath = await createRecording(server, undefined, device);
    shareId = await createShare(server, audioPath, visitor(server), device);
  });

  it('each function passes the type check', async () => {
    const functions = readdirSync('supabase/functions').filter((name) => !name.startsWith('_'));
    const files = functions.map((name) => `supabase/functions/${name}/index.ts`);
    const options = ['check', '--quiet', '--no-lock', '--node-modules-dir=manual', '--no-remote'];
    const check = spawn(DENO_PROGRAM, [...options, ...files], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(await withTimeout('the types', text(check.stderr), undefined, START_MS)).toBe('');
  });

  it('upload-audio stores a recording byte for byte, and refuses a form that was cut off and a file that is no sound', async () => {
    const url = await serve('upload-audio');
    const bytes = wav({ hz: 1202 });
    const { status, body } = await post(url, recordingForm(bytes));
    expect(status).toBe(200);
    const stored = await fetch(String(body['audioUrl']));
    expect(Buffer.from(await stored.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    const whole = new Request('http://x/', { method: 'POST', body: recordingForm(bytes) });
    const headers = { ...visitor(server), 'Content-Type': whole.headers.get('content-type')! };
    const cut = await post(url, (await whole.arrayBuffer()).slice(0, 3000), headers);
    expect([cut.status, cut.body['code']]).toEqual([400, 'truncated']);
    const text = await post(url, recordingForm(new TextEncoder().encode('These are words. '.repeat(40))));
    expect([text.status, text.body['code']]).toEqual([415, 'not_audio']);
    const tooLarge = new Uint8Array(25 * 1024 * 1024 + 1);
    tooLarge.set(bytes);
    expect((await post(url, recordingForm(tooLarge))).status).toBe(413);
    const preflight = await fetch(url, { method: 'OPTIONS' });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  it('contact-form stores a message without a key, and refuses a wrong one', async () => {
    const url = await serve('contact-form');
    const message = { name: 'Ada', email: `${newSecret()}@example.com`, message: 'Hello there, Accord!' };
    expect((await send(url, message, {})).body).toEqual({ success: true });
    const stored = await server.backend!.sql('select message from public.contact_messages where email = $1', [
      message.email,
    ]);
    expect(stored).toEqual([{ message: message.message }]);
    expect((await send(url, { ...message, message: 'Hi' }, {})).status).toBe(400);
    expect((await send(url, message, { Authorization: 'Bearer a.b.c' })).status).toBe(401);
  });

  it('smart-function stores a submission, and needs a key', async () => {
    const url = await serve('smart-function');
    const audioUrl = `/storage/v1/object/public/audio/${audioPath}`;
    const body = { name: 'Ada', email: `${newSecret()}@example.com`, audioUrl, owner: device };
    expect((await send(url, body)).body).toEqual({ success: true });
    const stored = await server.backend!.sql('select name from public.fragrance_submissions where email = $1', [
      body.email,
    ]);
    expect(stored).toEqual([{ name: 'Ada' }]);
    expect((await send(url, body, {})).status).toBe(401);
  });

  it('share-image stores a picture, refuses half of one, and returns that of a share until it is hidden', async () => {
    const base = await serve('share-image');
    const url = `${base}?id=${newShareId()}`;
    const picture = await png(1200, 630);
    const headers = { ...visitor(server), 'Content-Type': 'image/png' };
    expect((await post(url, picture.slice(0, picture.length / 2), headers)).status).toBe(415);
    expect((await post(url, picture, headers)).body).toEqual({ success: true });
    // To hide a share hides every share of its recording: this one has another recording than `shareId`.
    const path = await createRecording(server, undefined, device);
    const shared = `${base}?id=${await createShare(server, path, visitor(server), device)}`;
    const seen = await fetch(shared);
    expect(Buffer.from(await seen.arrayBuffer()).equals(Buffer.from(picture))).toBe(true);
    await server.backend!.sql('update public.fragrance_shares set hidden = true where share_id = $1', [
      shared.split('=')[1],
    ]);
    expect((await fetch(shared)).status).toBe(404);
  });

  it('share-page puts the words of a share into a page, and returns the bare page without a share', async () => {
    const app = createServer((_request, response) => void response.end('<html><head></head><body></body></html>'));
    await new Promise<void>((done) => app.listen(0, '127.0.0.1', done));
    const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
    const url = await serve('share-page', appUrl);
    const page = await fetch(`${url}share-page/${shareId}`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const html = await page.text();
    expect(html).toContain('Night Garden');
    expect(html).toContain(`${appUrl}/share/${shareId}`);
    const missing = await fetch(`${url}share-page/Nothing0`);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('noindex');
    app.closeAllConnections();
    app.close();
  });

  it('withdraw-share withdraws a share for its owner alone', async () => {
    const url = await serve('withdraw-share');
    expect((await send(url, { shareId, owner: newSecret() })).status).toBe(404);
    expect((await getShare(server, shareId)).body).toHaveLength(1);
    expect((await send(url, { shareId, owner: device })).body).toMatchObject({ success: true });
    expect((await getShare(server, shareId)).body).toEqual([]);
  });

  it('forget-device deletes the data that a device sent', async () => {
    const url = await serve('forget-device');
    const secret = newSecret();
    await callFunction(server, 'contact-form', {
      name: 'Ada',
      email: 'ada@example.com',
      message: 'A quiet message.',
      owner: secret,
    });
    expect((await send(url, { owner: 'x' })).status).toBe(400);
    expect((await send(url, { owner: secret })).body).toEqual({ success: true });
    const left = await rpc<Row>(server, visitor(server), 'export_device_data', { owner_secret: secret });
    expect(left.body['messages']).toEqual([]);
  });

  it.each(['settle-recordings', 'cleanup-recordings'])('%s does its work for the service', async (name) => {
    const url = await serve(name);
    expect((await post(url, '{}', { Authorization: 'Bearer nobody' })).status).toBe(401);
    expect((await post(url, '{}', asService())).body).toMatchObject({ success: true });
  });

  it('delete-account deletes the member who requests it', async () => {
    const url = await serve('delete-account');
    const gone = await newMember(server, 'Gone');
    expect((await send(url, { confirm: true })).status).toBe(401);
    expect((await send(url, { confirm: true }, gone.headers)).body).toEqual({ success: true });
    expect(await server.backend!.sql('select 1 from auth.users where id = $1', [gone.id])).toEqual([]);
  });
});
