import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '#local/serverContract.ts';
import {
  fetchJson,
  fragranceRow,
  newMember,
  toRefusal,
  rest,
  rpc,
  serviceHeaders,
  startTestServer,
  TO_MEMBERS,
  TO_VISITORS,
  visitor,
  type Answer,
  type Member,
} from '../support/testServer.ts';
import { leaksOf, createMemberData, stateOf, type MemberData } from './memberData.ts';
import {
  argumentsOf,
  firstColumnsOf,
  forgottenTablesOf,
  functionsOf,
  grantingColumnsOf,
  misledFunctionsOf,
  policiesOf,
  relationsOf,
} from './catalogue.ts';
import { BUCKET_TYPES, EDGE_FUNCTIONS, FUNCTION_CALLERS, ROW_POLICIES, RELATION_RIGHTS } from './policies.ts';

/**
 * The table of policies, in the catalogue before the first request (the embedded server restores rights then) and over
 * the API.
 */

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

describe('after all migrations', () => {
  it('each relation has row security and exactly the listed rights', async () => {
    expect(await relationsOf(server)).toEqual(RELATION_RIGHTS);
  });

  it('exactly the listed roles can call each function', async () => {
    expect(await functionsOf(server)).toEqual(FUNCTION_CALLERS);
  });

  it('no column grants more than its table', async () => {
    expect(await grantingColumnsOf(server)).toEqual([]);
  });

  it('exactly the listed policies exist', async () => {
    expect(await policiesOf(server)).toEqual([...ROW_POLICIES].sort());
  });

  it('export and deletion cover every table of members or devices', async () => {
    expect(await forgottenTablesOf(server)).toEqual({ exported: [], deleted: [] });
  });

  it("no function with its owner's rights takes the search path of its caller", async () => {
    expect(await misledFunctionsOf(server)).toEqual([]);
  });
});

type Headers = Record<string, string>;
const public_ = (name: string) => name.startsWith('public.');
const unqualified = (name: string) => name.split('.')[1]!;

describe('the API', () => {
  let things: MemberData;
  let eve: Member;
  let before: unknown;
  beforeAll(async () => {
    things = await createMemberData(server);
    eve = await newMember(server, 'Eve');
    before = await stateOf(server);
  });

  /** Roles of the API, and the refusal that each gets without a right. */
  const roles = () =>
    [
      ['anon', visitor(server), TO_VISITORS],
      ['authenticated', eve.headers, TO_MEMBERS],
    ] as const;
  /** Callers without a valid key or token. */
  const invalidCallers = (): Headers[] => [
    {},
    { apikey: server.keys!.publishable, Authorization: 'Bearer a.b.c' },
    {
      apikey: server.keys!.publishable,
      Authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x',
    },
  ];

  it.each(Object.keys(RELATION_RIGHTS).filter(public_).map(unqualified))(
    'refuses each verb on %s to a role without the right',
    async (table) => {
      const column = (await firstColumnsOf(server))[table]!;
      const row = { [column]: null };
      const requests = {
        select: ['GET', '', undefined],
        insert: ['POST', '', row],
        update: ['PATCH', `?${column}=not.is.null`, row],
        delete: ['DELETE', `?${column}=not.is.null`, undefined],
      } as const;
      const asked = roles().flatMap(([role, headers, forbidden]) =>
        Object.entries(requests)
          .filter(([verb]) => !(RELATION_RIGHTS[`public.${table}`]![role] ?? '').split(' ').includes(verb))
          .map(async ([verb, [method, query, body]]) => ({
            asked: `${role} ${verb}`,
            received: toRefusal(await rest(server, headers, method, `${table}${query}`, body)),
            forbidden,
          })),
      );
      const answers = await Promise.all(asked);
      expect(answers.map(({ asked: what, received }) => ({ what, received }))).toEqual(
        answers.map(({ asked: what, forbidden }) => ({ what, received: forbidden })),
      );
      for (const headers of invalidCallers()) expect((await rest(server, headers, 'GET', table)).status).toBe(401);
      expect((await rest(server, serviceHeaders(server), 'GET', `${table}?limit=1`)).status).toBe(200);
    },
  );

  it.each(['private', 'auth', 'storage', 'information_schema', 'pg_catalog'])(
    'does not expose the schema %s',
    async (schema) => {
      const names = Object.keys(RELATION_RIGHTS).filter((name) => name.startsWith(`${schema}.`));
      const paths =
        names.length > 0 ? [...names.map(unqualified), 'rpc/configure'] : ['users', 'objects', 'tables', 'pg_class'];
      const callers = [visitor(server), eve.headers, serviceHeaders(server)].map((headers) => ({
        ...headers,
        'Accept-Profile': schema,
        'Content-Profile': schema,
      }));
      for (const { status } of await Promise.all(
        callers.flatMap((headers) =>
          paths.map((path) => rest(server, headers, path.startsWith('rpc/') ? 'POST' : 'GET', path)),
        ),
      )) {
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
    },
  );

  it.each(['visitors', 'members', 'service'] as const)(
    'calls the functions of the %s for the roles with the right',
    async (group) => {
      const samples = await argumentsOf(server);
      const answers = await Promise.all(
        roles().flatMap(([role, headers, forbidden]) =>
          FUNCTION_CALLERS[group].map(async (name) => {
            const { status, body } = await rpc<{ code?: string } | null>(
              server,
              headers,
              unqualified(name),
              samples[unqualified(name)]!,
            );
            const may = group === 'visitors' || (group === 'members' && role === 'authenticated');
            return { name, role, may, forbidden, received: { status, code: body?.code }, body };
          }),
        ),
      );
      for (const { name, role, may, forbidden, received, body } of answers) {
        const outcome = may ? received.code !== '42501' && received.status < 500 : received;
        expect({ name, role, received: outcome }).toEqual({ name, role, received: may ? true : forbidden });
        expect({ name, role, leaks: leaksOf(things, body ?? '') }).toEqual({ name, role, leaks: [] });
      }
    },
  );

  it('accepts the intended callers of each edge function', async () => {
    const folders = readdirSync('supabase/functions').filter((name) => !name.startsWith('_'));
    expect(Object.values(EDGE_FUNCTIONS).flat().sort()).toEqual(folders.sort());
    const call = async (name: string, headers: Headers) =>
      (await fetchJson(`${server.url}/functions/v1/${name}`, { method: 'POST', headers, body: '{}' })).status !== 401;
    for (const [group, names] of Object.entries(EDGE_FUNCTIONS))
      for (const name of names) {
        const [keyless, forger, , asVisitor, asMember] = await Promise.all(
          [...invalidCallers(), visitor(server), eve.headers].map((headers) => call(name, headers)),
        );
        const open = group === 'everybody';
        expect({ name, keyless, forger, asVisitor, asMember }).toEqual({
          name,
          keyless: open,
          // It reads no key.
          forger: name === 'share-page',
          asVisitor: open || group === 'visitors',
          asMember: group !== 'service',
        });
      }
  });

  describe("a member without rights on another's rows", () => {
    const tables = Object.entries(RELATION_RIGHTS).filter(
      ([name, { authenticated }]) => public_(name) && authenticated,
    );
    /** The column that names the owner. */
    const ownerOf = (table: string) =>
      ({ fragrance_profiles: 'user_id', profiles: 'id', users: 'id' })[table] ?? 'owner_id';
    const others = (table: string) =>
      Object.keys(RELATION_RIGHTS)
        .filter((name) => public_(name) && unqualified(name) !== table)
        .map(unqualified);

    it.each(tables.map(([name]) => unqualified(name)))('finds none in %s, by any query', async (table) => {
      const hers = `${ownerOf(table)}=eq.${things.ada.id}`;
      const count = (how: string) => ({ Prefer: `count=${how}`, Range: '0-0' });
      const as = (type: string) => ({ Accept: type });
      type Reply = Answer<unknown>;
      const noRows = ({ body }: Reply) => JSON.stringify(body) === '[]';
      const noneCounted = ({ status, headers }: Reply) =>
        /^2\d\d .*\/0$/.test(`${status} ${headers.get('content-range') ?? '*/0'}`);
      const isAnswered = ({ status }: Reply) => status < 500;
      const questions: (readonly [(reply: Reply) => boolean, string, Headers?, 'HEAD'?])[] = [
        [isAnswered, '?select=*'],
        [noRows, `?${hers}`],
        [isAnswered, `?${hers}&limit=1`, as('application/vnd.pgrst.object+json')],
        [isAnswered, `?${hers}`, as('text/csv')],
        [isAnswered, `?${hers}`, as('application/geo+json')],
        [isAnswered, `?${hers}`, as('application/vnd.pgrst.plan+json; options=analyze')],
        [noRows, `?select=created_at&order=created_at.desc&${hers}`],
        [isAnswered, '?select=count()'],
        ...others(table).map((other) => [isAnswered, `?select=*,${other}(*)&${hers}`] as const),
        [noneCounted, `?${hers}`, count('exact')],
        [isAnswered, `?${hers}`, count('planned')],
        [noneCounted, `?${hers}`, count('exact'), 'HEAD'],
      ];
      const answers = await Promise.all(
        questions.map(async ([isNothing, query, more = {}, method = 'GET']) => {
          const headers = { ...eve.headers, ...more };
          const reply = await fetchJson<unknown>(`${server.url}/rest/v1/${table}${query}`, { method, headers });
          return { query, more, hers: leaksOf(things, reply.body), isNothing: isNothing(reply) };
        }),
      );
      expect(answers).toEqual(answers.map((one) => ({ ...one, hers: [], isNothing: true })));
    });

    it.each(tables)('cannot add, change or delete any in %s', async (name, { authenticated }) => {
      const table = unqualified(name);
      const of = { id: things.ada.id, email: 'eve@example.com', liquid_name: 'Mallory' };
      const row = ownerOf(table) === 'id' ? of : { ...fragranceRow('Planted'), [ownerOf(table)]: things.ada.id };
      const hers = `${ownerOf(table)}=eq.${things.ada.id}`;
      for (const body of [row, [row, { ...row, x: 1 }]])
        for (const prefer of ['return=minimal', 'resolution=merge-duplicates', 'resolution=ignore-duplicates'])
          expect((await rest(server, eve.headers, 'POST', table, body, prefer)).status).toBeGreaterThanOrEqual(400);
      const requests = { update: 'PATCH', delete: 'DELETE' } as const;
      const answers = await Promise.all(
        Object.entries(requests)
          .filter(([verb]) => authenticated!.includes(verb))
          .map(([verb, method]) => {
            const body = verb === 'update' ? { [ownerOf(table)]: eve.id } : undefined;
            return rest(server, eve.headers, method, `${table}?${hers}`, body, 'return=representation');
          }),
      );
      expect(answers.map(({ body }) => body)).toEqual(answers.map(() => []));
    });
  });

  describe.each(Object.entries(BUCKET_TYPES))('the bucket %s', (bucket, type) => {
    const storage = (path: string) => `${server.url}/storage/v1/${path}`;
    const callers = (): Headers[] => [visitor(server), eve.headers, {}];

    it('lists nothing, and returns an object only by its name', async () => {
      const name = things.objects[bucket]!;
      const prefixes = ['', name.slice(0, 4), name.split('/')[0], '%'];
      for (const headers of callers()) {
        const listed = await Promise.all(
          prefixes.map((prefix) =>
            fetchJson<unknown>(storage(`object/list/${bucket}`), {
              method: 'POST',
              headers: { ...headers, 'Content-Type': 'application/json' },
              body: JSON.stringify({ limit: 100, prefix }),
            }),
          ),
        );
        for (const { body } of listed) expect(Array.isArray(body) ? body : []).toEqual([]);
        for (const other of ['', 'a.wav', '%25', '*', '..%2f', `..%2faudio%2f${name}`])
          expect(
            (await fetchJson(storage(`object/public/${bucket}/${other}`), { headers })).status,
          ).toBeGreaterThanOrEqual(400);
      }
    });

    it('refuses files, changes and deletions', async () => {
      const name = things.objects[bucket]!;
      const moved = { bucketId: bucket, sourceKey: name, destinationKey: 'moved' };
      const open = { public: true, file_size_limit: null, allowed_mime_types: null };
      /** Bytes where there is no JSON. */
      const requests: (readonly [string, string, object | null])[] = [
        ['POST', `object/${bucket}/stranger.bin`, null],
        ['POST', `object/${bucket}/${name}`, null],
        ['PUT', `object/${bucket}/${name}`, null],
        ['POST', 'object/move', moved],
        ['POST', 'object/copy', { ...moved, destinationKey: 'copied' }],
        ['POST', `object/sign/${bucket}/${name}`, { expiresIn: 60 }],
        ['POST', `object/sign/${bucket}`, { expiresIn: 60, paths: [name] }],
        ['POST', `object/upload/sign/${bucket}/${name}`, {}],
        ['POST', `bucket/${bucket}/empty`, {}],
        ['DELETE', `bucket/${bucket}`, {}],
        ['PUT', `bucket/${bucket}`, open],
        ['POST', 'bucket', { id: 'mine', name: 'mine', public: true }],
        ['DELETE', `object/${bucket}`, { prefixes: [name] }],
        ['DELETE', `object/${bucket}`, { prefixes: ['', '%', name] }],
        ['DELETE', `object/${bucket}/${name}`, {}],
      ];
      for (const headers of callers())
        for (const [method, path, json] of requests) {
          const { status, body } = await fetchJson<unknown>(storage(path), {
            method,
            headers: { ...headers, 'Content-Type': json === null ? type : 'application/json', 'x-upsert': 'true' },
            body: json === null ? new Uint8Array([1, 2, 3]) : JSON.stringify(json),
          });
          // Of several names, each is refused separately: no address is signed, no object deleted.
          const each = path === `object/sign/${bucket}` || (method === 'DELETE' && path.startsWith('object/'));
          expect(JSON.stringify(body)).not.toMatch(/token=/);
          expect({ method, path, refused: each || status >= 400, status: status < 500 }).toEqual({
            method,
            path,
            refused: true,
            status: true,
          });
        }
      const isPublic = bucket !== 'share-images';
      expect((await fetch(storage(`object/public/${bucket}/${name}`))).status).toBe(isPublic ? 200 : 404);
      for (const headers of isPublic ? [] : callers())
        expect((await fetchJson(storage(`object/${bucket}/${name}`), { headers })).status).toBeGreaterThanOrEqual(400);
    });
  });

  it('all attempts left the data unchanged', async () => {
    expect(await stateOf(server)).toEqual(before);
    // The layer of the embedded server grants the service more, in a schema that no API exposes.
    const ofCallers = (relations: typeof RELATION_RIGHTS) =>
      Object.entries(relations)
        .map(([name, { rls, anon, authenticated }]) => ({ name, rls, anon, authenticated }))
        .sort((a, b) => a.name.localeCompare(b.name));
    const now = (await relationsOf(server)) as typeof RELATION_RIGHTS;
    expect(ofCallers(now)).toEqual(ofCallers(RELATION_RIGHTS));
    expect(await functionsOf(server)).toEqual(FUNCTION_CALLERS);
  });
});
