import { describe, expect, it } from 'vitest';
import {
  ALL_REMAIN,
  audioUrlOf,
  createRowsOfEveryKind,
  createRecording,
  GONE_STATUSES,
  remainingOf,
  NONE_REMAIN,
  ownerOf,
  pictureUrlOf,
  statusOf,
} from './support/createRows.ts';
import { sharedServer } from './support/sharedServer.ts';
import { callFunction, newMember, newSecret, rpc, secretHash, visitor } from './support/testServer.ts';

/**
 * Data that a visitor's device sent: it is exported, deleted, or moves to a new member, by the secret of the device.
 */

const server = await sharedServer();

const urlOf = (path: unknown) => audioUrlOf(server, path);
const pictureOf = (id: string) => pictureUrlOf(server, id);
const withdraw = (shareId: string, headers: Record<string, string>, owner: string | null) =>
  callFunction(server, 'withdraw-share', { shareId, owner }, headers);

type Lists = Record<string, Record<string, unknown>[]>;
const exported = (owner_secret: unknown, headers = visitor(server)) =>
  rpc<Lists>(server, headers, 'export_device_data', { owner_secret });

describe("the data of a visitor's device", () => {
  it('moves to the member who signs up on this device', async () => {
    const secret = newSecret();
    const given = await createRowsOfEveryKind(server, visitor(server), secret);
    const bea = await newMember(server, 'Bea');
    expect((await rpc(server, visitor(server), 'claim_device', { owner_secret: secret })).status).toBe(401);
    expect((await rpc(server, bea.headers, 'claim_device', { owner_secret: 'x' })).status).toBe(400);
    expect((await rpc(server, bea.headers, 'claim_device', { owner_secret: newSecret() })).body).toBe(0);
    expect((await rpc(server, bea.headers, 'claim_device', { owner_secret: secret })).body).toBe(6);
    expect((await rpc(server, bea.headers, 'claim_device', { owner_secret: secret })).body).toBe(0);
    for (const [table, column, value] of [
      ['recordings', 'audio_path', given.path],
      ['fragrance_shares', 'share_id', given.shareId],
      ['fragrance_submissions', 'id', given.id],
      ['contact_messages', 'id', given.id],
      ['preorders', 'id', given.id],
    ] as const) {
      expect({ table, ...(await ownerOf(server, table, column, value)) }).toEqual({
        table,
        owner_id: bea.id,
        owner_hash: null,
      });
    }
    // The device's secret opens nothing any more.
    expect((await withdraw(given.shareId, visitor(server), secret)).status).toBe(404);
    expect((await withdraw(given.shareId, bea.headers, null)).status).toBe(200);
  });

  it('is deleted when the device withdraws it, and that of other owners stays', async () => {
    const secret = newSecret();
    const given = await createRowsOfEveryKind(server, visitor(server), secret);
    const others = await createRowsOfEveryKind(server, visitor(server), newSecret());
    expect(await remainingOf(server, given)).toEqual(ALL_REMAIN);
    expect((await callFunction(server, 'forget-device', { owner: secret })).body).toEqual({ success: true });
    expect(await remainingOf(server, given)).toEqual(NONE_REMAIN);
    expect(await ownerOf(server, 'preorders', 'id', given.id)).toEqual({ owner_id: null, owner_hash: null });
    expect(await statusOf(`${server.url}/share/${given.shareId}`)).toBe(410);
    for (const url of [urlOf(given.path), urlOf(given.unused), pictureOf(given.shareId)])
      expect(GONE_STATUSES).toContain(await statusOf(url));
    expect(await remainingOf(server, others)).toEqual(ALL_REMAIN);
    // The order has no link to the device any more.
    expect(Object.values((await exported(secret)).body).flat()).toEqual([]);
    expect((await callFunction(server, 'forget-device', { owner: secret })).body).toEqual({ success: true });
  });
});

/** Reports a share as this device. */
async function report(id: unknown, secret: string) {
  const fields = { subject: 'share', id, reason: 'other', details: 'It rustles.', owner_secret: secret };
  expect((await rpc(server, visitor(server), 'report', fields)).status).toBe(200);
}

it('is complete in its export, without data of another device or of a member', async () => {
  const [mine, theirs] = [newSecret(), newSecret()];
  const sent = await createRowsOfEveryKind(server, visitor(server), mine);
  const other = await createRowsOfEveryKind(server, visitor(server), theirs);
  await report(other.shareId, mine);
  await report(sent.shareId, theirs);
  const member = await newMember(server, 'Member');
  await createRecording(server, member.headers);
  for (const headers of [visitor(server), member.headers]) {
    const { status, body } = await exported(mine, headers);
    expect(status).toBe(200);
    expect(Object.fromEntries(Object.entries(body).map(([list, rows]) => [list, rows.length]))).toEqual({
      shares: 1,
      submissions: 1,
      messages: 1,
      recordings: 2,
      reports: 1,
      orders: 1,
    });
    expect(body['shares']![0]).toMatchObject({ share_id: sent.shareId });
    expect(body['orders']![0]).toMatchObject({ id: sent.id, email: sent.email });
    expect(body['reports']![0]).toMatchObject({ subject: 'share', subject_id: other.shareId, reason: 'other' });
    const text = JSON.stringify(body);
    expect(text).toContain(sent.path);
    for (const hidden of [other.email, other.path, secretHash(mine), 'owner_', 'reporter_'])
      expect(text).not.toContain(hidden);
  }
});

it('exports as empty for an unused secret, and an invalid secret is refused', async () => {
  expect(Object.values((await exported(newSecret())).body)).toEqual([[], [], [], [], [], []]);
  for (const wrong of ['', 'x', null, secretHash('a'), '%'.repeat(32), newSecret().toUpperCase()])
    expect([wrong, (await exported(wrong)).status]).toEqual([wrong, 400]);
});
