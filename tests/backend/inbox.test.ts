import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { csvCell, inboxCommand, withFolder } from '../../supabase/local/inbox.ts';
import { startServer } from '../../supabase/local/server.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { migratedFolder } from './support/folder.ts';
import { getShare, makeShare, newSecret, orderOf, rpc, shareRow, upload, visitor, wav } from './support/testServer.ts';

/** The operator reads on the command line what came in, and hides what was shared. */

const folder = await migratedFolder('inbox');
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, dataDir: folder, mode: 'backend', env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const inbox = (...words: string[]) => withFolder(folder, (ask) => inboxCommand(words, ask));

it('lists orders newest first, without merged ones, and no control character reaches the terminal', async () => {
  expect(await inbox('orders')).toBe('There are no orders.');
  for (const name of ['Ada', 'Bo\u200db'])
    await rpc(
      server,
      visitor(server),
      'place_preorder',
      orderOf({ name, email: `${name.slice(0, 2)}@example.com` }, newSecret()),
    );
  await server.backend!.sql(
    `insert into public.preorders (email, name, fragrance_id, fragrance_name, merged_into)
     select email, 'Merged', fragrance_id, fragrance_name, id from public.preorders where name = 'Ada'`,
  );
  const list = await inbox('orders');
  expect(list.match(/^email: .*$/gm)).toEqual(['email:          Bo@example.com', 'email:          Ad@example.com']);
  // oxlint-disable-next-line no-control-regex
  expect(list).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200d]/);
});

it('reports what came in by one mail in the mailbox', async () => {
  const operatorMails = () => server.mails.filter(({ to }) => to === 'operator@localhost');
  await expect.poll(() => operatorMails().length).toBe(1);
  expect(operatorMails()[0]!.text).toContain('NAMIBIAN BREEZE');
});

it('lists more than a page of messages, as a file for spreadsheets', async () => {
  await server.backend!.sql(
    `insert into public.contact_messages (name, email, message, created_at)
     select 'Eve', 'eve@example.com', 'Message number ' || n, now() - make_interval(mins => n) from generate_series(1, 450) as n`,
  );
  const lines = (await inbox('messages', '--csv')).split('\r\n');
  expect(lines[0]).toBe('created_at,name,email,message,id');
  expect(lines.slice(1).map((line) => line.split(',')[3])).toEqual(
    Array.from({ length: 450 }, (_, i) => `Message number ${i + 1}`),
  );
});

it.each([
  ['=1+1', "'=1+1"],
  ['+49', "'+49"],
  ['-1', "'-1"],
  ['@a', "'@a"],
  ['\tx', "'\tx"],
  ['hello;=1+1', `"hello;'=1+1"`],
  ['a "b", c\nd', '"a ""b"", c\nd"'],
  [null, ''],
  [{ cap: 'oak' }, '"{""cap"":""oak""}"'],
])('writes %j into a file as what is no formula', (value, cell) => expect(csvCell(value)).toBe(cell));

it('hides a share and shows it again, with the server and without it', async () => {
  const share = shareRow((await upload(server, wav())).body['audioPath']);
  const id = String(share['share_id']);
  await makeShare(server, share);
  expect(await inbox('hide', id)).toBe(`The share ${id} is hidden.`);
  expect((await getShare(server, id)).body).toEqual([]);
  await server.close();
  expect(await inbox('show', id)).toBe(`The share ${id} is not hidden any more.`);
  server = await startServer({ port: 0, dataDir: folder, mode: 'backend' });
  expect((await getShare(server, id)).body).toHaveLength(1);
});

it.each([
  [[], /^Please use: npm run inbox/],
  [['orders', '--json'], /^Please use/],
  [['hide', 'x'], /^Please give the 8 characters of a share/],
  [['hide', 'AbCdEf12'], /^There is no share AbCdEf12\.$/],
  [['show', '00000000-0000-4000-8000-000000000000'], /^There is no fragrance 0/],
])('answers %j in a sentence', async (words, sentence) => {
  await expect(inbox(...words)).rejects.toThrow(sentence);
});
