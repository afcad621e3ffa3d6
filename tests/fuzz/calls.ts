/** Which calls there are, read from the running product, and how each of them is fuzzed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { argumentsBody, hostileBody } from './bodies.ts';
import { operatorQuestions } from './operators.ts';
import { manner, type Call, type Callers } from './send.ts';
import { escaped, mixed, nastyText, plausible, type Known } from './values.ts';

/** One thing that takes calls. */
export interface Target {
  name: string;
  calls: fc.Arbitrary<Call>;
}

const FUNCTIONS = join('supabase', 'functions');

/** Headers that services read, with values that they do not expect. */
const EXTRA_HEADERS = `
Prefer: return=representation
Prefer: count=exact,params=single-object,tx=rollback
Accept: application/vnd.pgrst.object+json
Accept: text/csv
Accept: \u00ff
Accept-Profile: private
Content-Profile: auth
Range: bytes=9-1
Range: items=0-99999999999999999999
Range: -5--1
Content-Encoding: gzip
Content-Encoding: br, gzip
X-HTTP-Method-Override: TRACE
Expect: 200-ok
X-Forwarded-For: 1.2.3.4', '
X-Real-IP: ::ffff:not-an-address
Origin: null
If-Range: "
If-None-Match: *
x-supabase-api-version: yesterday
x-upsert: maybe`
  .trim()
  .split('\n');

/** One of some words. */
const oneOf = (words: string): fc.Arbitrary<string> => fc.constantFrom(...words.trim().split(/\s+/));

/** Addresses of Auth, of Storage, and of the server itself. */
const AUTH = `
signup token?grant_type=password token?grant_type=refresh_token token?grant_type=pkce token verify verify?type=signup&token=x
recover otp resend user logout?scope=local settings authorize?provider=x admin/users`;
const STORAGE = `
object/audio/ object/avatars/ object/share-images/ object/public/audio/ object/list/audio object/sign/audio/ object/move object/copy
object/info/audio/ bucket/ bucket render/image/public/audio/ upload/resumable s3/ object/`;
const FRONT = String.raw`
/ // /// //evil.example /\ /% /%00 /.. /share/%00 /share/AAAAAAAA /share/%ff /rest/v1 /rest/v1/ /auth/v1 /storage/v1/
/functions/v1/ /functions/v1/none /mailbox /rest/v1// /rest/v1/rpc/ /rest/v1/rpc/none`;

/** The names that a function's code speaks of in quotes: among them are all the fields that it reads. */
function fieldsIn(name: string): string[] {
  const code = readFileSync(join(FUNCTIONS, name, 'handler.ts'), 'utf8');
  return [...new Set(Array.from(code.matchAll(/'([a-z][a-zA-Z_]{1,29})'/g), (match) => match[1]!))];
}

function headersFor(callers: Callers): fc.Arbitrary<Record<string, string>> {
  const bad = [
    'Bearer',
    'Bearer ',
    'Bearer null',
    'Bearer a.b.c',
    `Bearer ${'x'.repeat(4000)}`,
    'Basic YTpi',
    `${callers.member['Authorization']!.slice(0, -3)}AAA`,
    'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.',
  ];
  const who = mixed(
    [6, fc.constant(callers.visitor)],
    [6, fc.constant(callers.member)],
    [1, fc.constant({})],
    [1, fc.constantFrom(...bad).map((Authorization) => ({ apikey: callers.visitor['apikey']!, Authorization }))],
  );
  const extra = fc.constantFrom(...EXTRA_HEADERS, `Cookie: ${'a'.repeat(4000)}`).map((line): Record<string, string> => {
    const [name = '', value = ''] = line.split(': ');
    return { [name]: value };
  });
  return mixed([3, who], [1, fc.tuple(who, extra).map(([a, b]) => ({ ...a, ...b }))]);
}

function methodOf(usual: string): fc.Arbitrary<string> {
  return mixed(
    [12, fc.constant(usual)],
    [1, fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH')],
  );
}

/** `?id=...` and the like, of the names that are known and of others. */
function queryOf(names: readonly string[], known: Known): fc.Arbitrary<string> {
  const one = fc
    .constantFrom(...names, 'id', 'select', '')
    .chain((name) =>
      fc.oneof(plausible(name, known).map(String), nastyText).map((value) => `${escaped(name)}=${escaped(value)}`),
    );
  return mixed(
    [3, fc.constant('')],
    [2, one.map((pair) => `?${pair}`)],
    [1, fc.array(one, { maxLength: 6 }).map((pairs) => `?${pairs.join('&')}`)],
    [1, fc.constantFrom('?', '?%', '?%ff=%c0%80', '?id=%00', '?a&b&&=', `?id=${'a'.repeat(6000)}`)],
  );
}

const tail: fc.Arbitrary<string> = mixed(
  [12, fc.constant('')],
  [
    1,
    fc.oneof(
      fc.constantFrom('/', '//', '/%00', '/%', '/..%2f', '/%c0%ae', '/a/b/c', `/${'x'.repeat(3000)}`),
      nastyText.map((text) => `/${escaped(text)}`),
    ),
  ],
);

/** Every edge function in `supabase/functions`. */
export function functionTargets(callers: Callers, known: Known): Target[] {
  return readdirSync(FUNCTIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => {
      const fields = fieldsIn(name);
      const usual =
        fields.length > 0 && /serveMethods\(\['GET'/.test(readFileSync(join(FUNCTIONS, name, 'handler.ts'), 'utf8'))
          ? 'GET'
          : 'POST';
      const calls = fc.record({
        method: methodOf(usual),
        path: fc.tuple(tail, queryOf(fields, known)).map(([end, query]) => `/functions/v1/${name}${end}${query}`),
        headers: headersFor(callers),
        body: hostileBody(fields, known),
        manner,
      });
      return { name: `function ${name}`, calls: calls.map(withoutBody) };
    });
}

/** GET and HEAD carry no body. */
function withoutBody(call: Call): Call {
  return call.method === 'GET' || call.method === 'HEAD' ? { ...call, body: null } : call;
}

/** Every database function that a visitor or a member may call. */
export async function rpcTargets(server: RunningServer, callers: Callers, known: Known): Promise<Target[]> {
  const rows = await server.backend!.sql<{ name: string; args: string[] | null; given: number }>(
    `select p.proname as name, p.proargnames as args, p.pronargs as given from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
       and p.prorettype <> 'trigger'::regtype
     order by 1`,
  );
  return rows.map(({ name, args, given }) => {
    const names = (args ?? []).slice(0, given);
    const calls = fc.record({
      method: methodOf('POST'),
      path: fc.tuple(tail, queryOf(names, known)).map(([end, query]) => `/rest/v1/rpc/${name}${end}${query}`),
      headers: headersFor(callers),
      body: argumentsBody(names, known),
      manner,
    });
    return { name: `rpc ${name}`, calls: calls.map(withoutBody) };
  });
}

/** Tables and views, sign-up and its like, storage, and the addresses that belong to nothing. */
export async function otherTargets(server: RunningServer, callers: Callers, known: Known): Promise<Target[]> {
  const columns = await server.backend!.sql<{ table_name: string; columns: string[] }>(
    `select table_name, array_agg(column_name::text) as columns from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  );
  const headers = headersFor(callers);
  const rest = fc.constantFrom(...columns).chain(({ table_name: table, columns: names }) => {
    const filter = fc
      .tuple(
        fc.constantFrom(...names, 'select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'and', 'or'),
        fc.constantFrom('eq.', 'in.(', 'like.', 'cs.{', 'not.', 'is.', 'fts.', '', 'ov.', 'gt.'),
        nastyText,
      )
      .map(([name, operator, text]) => `${name}=${escaped(operator + text)}`);
    const wide = fc.constantFrom(
      `select=${Array.from({ length: 1700 }, () => names[0]).join()}`,
      `select=${'a('.repeat(60)}`,
      `limit=${'9'.repeat(30)}`,
      'offset=-1',
      'order=.desc..',
      `or=(${'and('.repeat(80)}`,
    );
    return fc.record({
      method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT'),
      path: fc
        .array(mixed([5, filter], [1, wide]), { maxLength: 3 })
        .map((parts) => `/rest/v1/${table}?${parts.join('&')}`),
      headers,
      body: argumentsBody(names, known),
      manner,
    });
  });
  const operators = operatorQuestions(columns, callers);
  const auth = fc.record({
    method: methodOf('POST'),
    path: oneOf(AUTH).map((path) => `/auth/v1/${path}`),
    headers,
    body: argumentsBody(
      'email password data type token token_hash refresh_token auth_code code_verifier redirect_to'.split(' '),
      known,
    ),
    manner,
  });
  const storage = fc.record({
    method: fc.constantFrom('POST', 'PUT', 'GET', 'HEAD', 'DELETE', 'PATCH'),
    path: fc
      .tuple(oneOf(STORAGE), fc.oneof(nastyText, fc.constant(known.audioPath), fc.constant('a/b/c.wav')))
      .map(([path, name]) => `/storage/v1/${path}${escaped(name)}`),
    headers,
    body: hostileBody(
      'prefix limit offset sortBy search bucketId sourceKey destinationKey prefixes expiresIn paths'.split(' '),
      known,
    ),
    manner,
  });
  const front = fc.record({
    method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'TRACE', 'OPTIONS', 'DELETE'),
    path: fc.oneof(
      oneOf(FRONT),
      fc.constant(`/${'a'.repeat(7000)}`),
      nastyText.map((text) => `/${escaped(text)}`),
      nastyText.map((text) => `/share/${escaped(text)}`),
    ),
    headers: fc.oneof(
      headers,
      fc
        .constantFrom('', 'a b', '[', 'x:99999999', '\u00e9', '%00', 'a/b@c')
        .map((Host): Record<string, string> => ({ Host })),
    ),
    body: hostileBody([], known),
    manner,
  });
  return [
    { name: 'tables', calls: rest.map(withoutBody) },
    { name: 'operators', calls: operators.map(withoutBody) },
    { name: 'auth', calls: auth.map(withoutBody) },
    { name: 'storage', calls: storage.map(withoutBody) },
    { name: 'front', calls: front.map(withoutBody) },
  ];
}
