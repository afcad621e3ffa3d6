import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '#local/server.ts';
import type { RunningServer } from '#local/serverContract.ts';
import {
  getShare,
  makeShare,
  newSecret,
  orderOf,
  rest,
  rpc,
  serviceHeaders,
  shareRow,
  upload,
  visitor,
  wav,
} from './support/testServer.ts';

/** The operator reads new entries, and hides shared ones, by the SQL and the request of docs/backend.md. */

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, dataDir: null, mode: 'backend' });
});
afterAll(() => server?.close());

const docs = readFileSync('docs/backend.md', 'utf8');
const statements = /```sql\n([^]*?)```/
  .exec(docs)![1]!
  .split(';')
  .filter((statement) => statement.trim() !== '');
const run = (what: RegExp, id = '') =>
  server.backend!.sql<Record<string, unknown>>(
    statements.find((statement) => what.test(statement))!.replace('AbCdEf12', id),
  );

it('the mailbox has one mail about new entries for the operator', async () => {
  await rpc(server, visitor(server), 'place_preorder', orderOf({ name: 'Ada' }, newSecret()));
  const operatorMails = () => server.mails.filter(({ to }) => to === 'operator@localhost');
  await expect.poll(() => operatorMails().length).toBe(1);
  expect(operatorMails()[0]!.text).toContain('NAMIBIAN BREEZE');
});

it('the documented queries list orders without merged ones, messages, submissions and reports', async () => {
  await server.backend!.sql(
    `insert into public.preorders (email, name, fragrance_id, fragrance_name, merged_into)
     select email, 'Merged', fragrance_id, fragrance_name, id from public.preorders`,
  );
  expect((await run(/from public.preorders/)).map(({ name }) => name)).toEqual(['Ada']);
  const { body } = await rest<{ name: string }[]>(
    server,
    serviceHeaders(server),
    'GET',
    /rest\/v1\/(preorders[^"]+)"/.exec(docs)![1]!,
  );
  expect(body.map(({ name }) => name)).toEqual(['Ada']);
  for (const table of ['contact_messages', 'fragrance_submissions', 'reports'])
    expect(await run(new RegExp(`from public.${table}`))).toEqual([]);
});

it('the documented statement hides a share', async () => {
  const share = shareRow((await upload(server, wav())).body['audioPath']);
  const id = String(share['share_id']);
  await makeShare(server, share);
  expect((await getShare(server, id)).body).toHaveLength(1);
  await run(/^\s*update public.fragrance_shares/, id);
  expect((await getShare(server, id)).body).toEqual([]);
});
