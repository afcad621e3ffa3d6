import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import {
  callFunction,
  makeShare,
  newMember,
  newSecret,
  orderOf,
  rpc,
  secretHash,
  shareRow,
  startTestServer,
  upload,
  visitor,
  wav,
} from './support/testServer.ts';

/** A visitor gets a copy of what their device sent, by its secret, and of nothing else. */

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

type Lists = Record<string, Record<string, unknown>[]>;
const exported = (owner_secret: unknown, headers = visitor(server)) =>
  rpc<Lists>(server, headers, 'export_device_data', { owner_secret });

async function sendEverything(secret: string, name: string) {
  const audioPath = String((await upload(server, wav(), undefined, secret)).body['audioPath']);
  const share = shareRow(audioPath);
  expect((await makeShare(server, share, visitor(server), secret)).status).toBe(200);
  const order = orderOf({ email: `${name}@example.com`, name }, secret);
  expect((await rpc(server, visitor(server), 'place_preorder', order)).status).toBe(200);
  const message = { id: crypto.randomUUID(), name, email: `${name}@example.com`, message: 'A quiet message.' };
  expect((await callFunction(server, 'contact-form', { ...message, owner: secret })).status).toBe(200);
  return { audioPath, share, order: order.preorder };
}

/** Reports a share as this device. */
async function report(id: unknown, secret: string) {
  const said = { subject: 'share', id, reason: 'other', details: 'It rustles.', owner_secret: secret };
  expect((await rpc(server, visitor(server), 'report', said)).status).toBe(200);
}

it('holds shares, messages, recordings, reports and orders of this device, and nothing of another one or of a member', async () => {
  const [mine, theirs] = [newSecret(), newSecret()];
  const sent = await sendEverything(mine, 'Mine');
  const other = await sendEverything(theirs, 'Theirs');
  await report(other.share['share_id'], mine);
  await report(sent.share['share_id'], theirs);
  const member = await newMember(server, 'Member');
  await upload(server, wav({ hz: 300 }), member.headers);
  for (const headers of [visitor(server), member.headers]) {
    const { status, body } = await exported(mine, headers);
    expect(status).toBe(200);
    expect(Object.fromEntries(Object.entries(body).map(([list, rows]) => [list, rows.length]))).toEqual({
      shares: 1,
      submissions: 0,
      messages: 1,
      recordings: 1,
      reports: 1,
      orders: 1,
    });
    expect(body['shares']![0]).toMatchObject({ share_id: sent.share['share_id'] });
    expect(body['orders']![0]).toMatchObject({ id: sent.order.id, email: 'Mine@example.com' });
    expect(body['reports']![0]).toMatchObject({
      subject: 'share',
      subject_id: other.share['share_id'],
      reason: 'other',
    });
    expect(String(body['recordings']![0]!['audio_url'])).toContain(sent.audioPath);
    const text = JSON.stringify(body);
    for (const hidden of ['Theirs', secretHash(mine), 'owner_', 'reporter_']) expect(text).not.toContain(hidden);
  }
});

it('is empty for a secret that sent nothing, and refused for what is no secret', async () => {
  expect((await exported(newSecret())).body).toEqual({
    shares: [],
    submissions: [],
    messages: [],
    recordings: [],
    reports: [],
    orders: [],
  });
  for (const wrong of ['', 'x', null, secretHash('a'), '%'.repeat(32), newSecret().toUpperCase()])
    expect([wrong, (await exported(wrong)).status]).toEqual([wrong, 400]);
});

it('has what taking back leaves: the orders no longer, because nothing links them to the device', async () => {
  const secret = newSecret();
  await sendEverything(secret, 'Gone');
  expect((await callFunction(server, 'forget-device', { owner: secret })).status).toBe(200);
  expect(Object.values((await exported(secret)).body).flat()).toEqual([]);
});
