import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../support/sharedServer.ts';
import { callFunction, makeShare, newSecret, rpc, shareRow, upload, visitor, wav } from '../support/testServer.ts';
import { address, MINUTE_MS, OPERATOR_ADDRESS, order, SITE_URL, startOutbound, type Outbound } from './outbound.ts';

/** One mail at a time notifies the operator of new entries. */

const server = await sharedServer();
let outbound: Outbound;
beforeAll(async () => {
  outbound = await startOutbound(server);
});
afterAll(() => outbound?.close());

const toOperator = () => outbound.sentTo(OPERATOR_ADDRESS);
const waitingMails = () =>
  server.backend!.sql("select 1 from private.mails where kind = 'operator' and next_try_at is not null");
const send = (message: string) =>
  callFunction(server, 'contact-form', { name: 'Ada', email: 'ada@example.com', message, owner: newSecret() });

it('a mail to the operator lists orders, messages, submissions and reports, with their texts', async () => {
  const secret = newSecret();
  const path = String((await upload(server, wav({ hz: 701 }), undefined, secret)).body['audioPath']);
  const shareId = String((await makeShare(server, shareRow(path), visitor(server), secret)).body[0]!['share_id']);
  await order(server, { email: 'bo@example.com', name: 'Bo Ek' });
  expect((await send('Where is my <b>bottle</b>?')).status).toBe(200);
  const audioUrl = `/storage/v1/object/public/audio/${path}`;
  await callFunction(server, 'smart-function', { name: 'Cy', email: 'cy@example.com', audioUrl, owner: secret });
  const report = {
    subject: 'share',
    id: shareId,
    reason: 'spam',
    details: 'It sells pills.',
    owner_secret: newSecret(),
  };
  await rpc(server, visitor(server), 'report', report);
  expect(await waitingMails()).toHaveLength(1);
  const [mail, ...more] = await toOperator();
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('New at Accord: 1 order, 1 submission, 1 message, 1 report');
  for (const words of [
    'Order of NAMIBIAN BREEZE by Bo Ek (bo@example.com)',
    'Message of Ada (ada@example.com): Where is my <b>bottle</b>?',
    `Submission of Cy (cy@example.com), recording ${path}`,
    'Report of a share, spam: It sells pills.',
    `${SITE_URL}/share/${shareId}`,
    `fragrance_shares with the share_id ${shareId}`,
  ])
    expect(mail!.text).toContain(words);
  expect(mail!.html).not.toContain('<b>bottle');
});

it('the next mail to the operator follows ten minutes later, with the newest 20 and the number of the rest', async () => {
  for (let i = 0; i < 25; i++) await order(server, { email: address(), name: `Buyer ${i}` });
  expect(await waitingMails()).toHaveLength(1);
  outbound.turn(8 * MINUTE_MS);
  expect(await toOperator()).toEqual([]);
  outbound.turn(4 * MINUTE_MS);
  const [mail, ...more] = await toOperator();
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('New at Accord: 25 orders');
  expect(mail!.text.match(/Order of/g)).toHaveLength(20);
  expect(mail!.text).toContain('Buyer 24');
  expect(mail!.text).not.toContain('Buyer 4 ');
  expect(mail!.text).toContain('And 5 more');
});

it('a mail to the operator leaves out entries that were deleted before it was sent', async () => {
  await send('Words that are taken back.');
  await server.backend!.sql('delete from public.contact_messages');
  outbound.turn(20 * MINUTE_MS);
  expect(await toOperator()).toEqual([]);
  expect(await waitingMails()).toEqual([]);
});

it('entries that arrive during a mail are in the next one, also when the first fails', async () => {
  await send('The first of two messages.');
  outbound.turn(20 * MINUTE_MS);
  const [{ mail: claimed }] = (await server.backend!.sql<{ mail: Record<string, unknown> }>(
    'select public.claim_mail($1) as mail',
    [outbound.at()],
  )) as [{ mail: Record<string, unknown> }];
  expect(claimed).toMatchObject({ kind: 'operator', recipient: OPERATOR_ADDRESS, data: { counts: { message: 1 } } });
  await send('The second of two messages.');
  expect(await waitingMails()).toHaveLength(2);
  await server.backend!.sql("select public.mail_done($1, $2, 'away', $3)", [
    claimed['id'],
    claimed['claim'],
    outbound.at(),
  ]);
  expect(await waitingMails()).toHaveLength(1);
  outbound.turn(20 * MINUTE_MS);
  const [mail, ...more] = await toOperator();
  expect(more).toEqual([]);
  expect(mail!.text).toContain('The first of two messages.');
  expect(mail!.text).toContain('The second of two messages.');
});

it('no mail is sent without an address of the operator', async () => {
  await server.backend!.sql("select private.configure(operator_mail => '')");
  await send('Words for nobody at all.');
  expect(await waitingMails()).toEqual([]);
});
