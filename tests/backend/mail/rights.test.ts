import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import {
  newMember,
  refused,
  rest,
  rpc,
  startTestServer,
  TO_MEMBERS,
  TO_VISITORS,
  visitor,
  type Member,
} from '../support/testServer.ts';

/** The queue is the server's own: nobody else reads it, writes to it, or asks it to do anything. */

let server: RunningServer;
let ada: Member;
beforeAll(async () => {
  server = await startTestServer();
  await server.backend!.sql('select private.configure(mail => true)');
  ada = await newMember(server, 'Ada');
  await server.backend!.sql(
    "insert into private.mails (kind, topic, recipient, data) values ('order', 'x', 'ada@example.com', '{\"bottle\": \"A secret\"}')",
  );
});
afterAll(() => server?.close());

const AT = '2100-01-01T00:00:00Z';
const ID = crypto.randomUUID();
const CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['claim_mail', { at: AT }],
  ['mail_done', { id: ID, claim: ID, error: null, at: AT }],
];

describe('visitors and members', () => {
  const callers = (): [Record<string, string>, typeof TO_VISITORS][] => [
    [visitor(server), TO_VISITORS],
    [ada.headers, TO_MEMBERS],
  ];

  it('may call none of the functions of the queue', async () => {
    for (const [headers, answer] of callers())
      for (const [name, args] of CALLS) expect(refused(await rpc(server, headers, name, args))).toEqual(answer);
    expect(await server.backend!.sql('select attempts, data from private.mails')).toEqual([
      { attempts: 0, data: { bottle: 'A secret' } },
    ]);
  });

  it('find no table, neither in the schema of the API nor in that of the queue', async () => {
    const profiles = [{}, { 'Accept-Profile': 'private', 'Content-Profile': 'private' }];
    for (const headers of [visitor(server), ada.headers])
      for (const profile of profiles)
        for (const [method, body] of [
          ['GET', undefined],
          ['POST', { kind: 'order', recipient: 'eve@example.com' }],
        ] as const) {
          const { status, body: said } = await rest(server, { ...headers, ...profile }, method, 'mails', body);
          expect(status).toBeGreaterThanOrEqual(400);
          expect(JSON.stringify(said)).not.toContain('A secret');
        }
    expect(await server.backend!.sql('select recipient from private.mails')).toEqual([
      { recipient: 'ada@example.com' },
    ]);
  });

  it('have no right on the table in the database itself', async () => {
    const rights = await server.backend!.sql<Record<string, unknown>>(
      `select role from unnest(array['anon', 'authenticated', 'service_role']) as role
       where has_table_privilege(role, 'private.mails', 'select, insert, update, delete, truncate')`,
    );
    expect(rights).toEqual([]);
    expect(
      await server.backend!.sql(
        "select relname from pg_class where relnamespace = 'private'::regnamespace and relname = 'mails' and not relrowsecurity",
      ),
    ).toEqual([]);
  });
});
