/** The calls of the running product, read from it, and the inputs for each of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { RunningServer } from '#local/serverContract.ts';
import { argumentsBody, hostileBody, type Body } from './bodies.ts';
import { questions, RETURNED_PATHS } from './tables.ts';
import { manner, type Call, type Callers } from './send.ts';
import { escapePath, mixed, nastyText, plausible, splitWords, type Known } from './values.ts';

/** One thing that takes calls. */
export interface Target {
  name: string;
  calls: fc.Arbitrary<Call>;
}

const FUNCTION_FOLDER = join('supabase', 'functions');

/** Headers that services read, with values that they do not expect. */
const EXTRA_HEADERS = `Prefer: return=representation|Prefer: count=exact,params=single-object,tx=rollback|
Accept: application/vnd.pgrst.object+json|Accept: text/csv|Accept: \u00ff|Accept-Profile: private|
Content-Profile: auth|Range: bytes=9-1|Range: items=0-99999999999999999999|Range: -5--1|Content-Encoding: gzip|
Content-Encoding: br, gzip|X-HTTP-Method-Override: TRACE|Expect: 200-ok|X-Forwarded-For: 1.2.3.4', '|
X-Real-IP: ::ffff:not-an-address|Origin: null|If-Range: "|If-None-Match: *|x-supabase-api-version: yesterday|
x-upsert: maybe`.split(/\|\n?/);

const UNSIGNED_TOKEN = 'Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.';
const BAD_TOKENS = ['Bearer', 'Bearer ', 'Bearer null', 'Bearer a.b.c', 'Basic YTpi', UNSIGNED_TOKEN];

/** Addresses of Auth, of Storage, and of the server itself. */
const AUTH_PATHS =
  splitWords(`signup token?grant_type=password token?grant_type=refresh_token token?grant_type=pkce token verify verify?type=signup&token=x
recover otp resend user logout?scope=local settings authorize?provider=x admin/users`);
const STORAGE_PATHS =
  splitWords(`object/audio/ object/avatars/ object/share-images/ object/public/audio/ object/list/audio object/sign/audio/ object/move object/copy
object/info/audio/ bucket/ bucket render/image/public/audio/ upload/resumable s3/ object/`);
const SERVER_PATHS =
  splitWords(String.raw`/ // /// //evil.example /\ /% /%00 /.. /share/%00 /share/AAAAAAAA /share/%ff /rest/v1 /rest/v1/ /auth/v1 /storage/v1/
/functions/v1/ /functions/v1/none /mailbox /rest/v1// /rest/v1/rpc/ /rest/v1/rpc/none`);

/** Fields of bodies that Auth and Storage read. */
const BODY_FIELDS =
  splitWords(`email password data type token token_hash refresh_token auth_code code_verifier redirect_to
  prefix limit offset sortBy search bucketId sourceKey destinationKey prefixes expiresIn paths`);

/** The names that a function's code has in quotes: among them are all the fields that it reads. */
const fieldsIn = (code: string): string[] => [
  ...new Set(Array.from(code.matchAll(/'([a-z][a-zA-Z_]{1,29})'/g), (match) => match[1]!)),
];

function headersFor(callers: Callers): fc.Arbitrary<Record<string, string>> {
  const { visitor, member } = callers;
  const apikey = visitor['apikey']!;
  const tokens = [...BAD_TOKENS, `${member['Authorization']!.slice(0, -3)}AAA`, `Bearer ${'x'.repeat(4000)}`];
  const refused = fc.constantFrom(...tokens).map((Authorization) => ({ apikey, Authorization }));
  const who = mixed([6, fc.constant(visitor)], [6, fc.constant(member)], [1, fc.constant({})], [1, refused]);
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

/** `?id=...` and the like, with existing names and with others. */
function queryOf(names: readonly string[], known: Known): fc.Arbitrary<string> {
  const valueOf = (name: string) => fc.oneof(plausible(name, known).map(String), nastyText);
  const pairOf = (name: string) => valueOf(name).map((value) => `${escapePath(name)}=${escapePath(value)}`);
  const one = fc.constantFrom(...names, 'id', 'select', '').chain(pairOf);
  return mixed(
    [3, fc.constant('')],
    [2, one.map((pair) => `?${pair}`)],
    [1, fc.array(one, { maxLength: 6 }).map((pairs) => `?${pairs.join('&')}`)],
    [1, fc.constantFrom('?', '?%', '?%ff=%c0%80', '?id=%00', '?a&b&&=', `?id=${'a'.repeat(6000)}`)],
  );
}

const nastyPath = nastyText.map((text) => `/${escapePath(text)}`);
const pathTail: fc.Arbitrary<string> = mixed(
  [24, fc.constant('')],
  [1, fc.constantFrom('/', '//', '/%00', '/%', '/..%2f', '/%c0%ae', '/a/b/c', `/${'x'.repeat(3000)}`)],
  [1, nastyPath],
);

/** GET and HEAD carry no body. */
const withoutBody = (call: Call): Call =>
  call.method === 'GET' || call.method === 'HEAD' ? { ...call, body: null } : call;

interface Parts {
  method: fc.Arbitrary<string>;
  path: fc.Arbitrary<string>;
  body: fc.Arbitrary<Body | null>;
  headers?: fc.Arbitrary<Record<string, string>>;
}

/**
 * All that takes calls: edge functions, database functions, tables and views, sign-up and its like, storage, and other
 * addresses.
 */
export async function targetsOf(server: RunningServer, callers: Callers, known: Known): Promise<Target[]> {
  const headers = headersFor(callers);
  const target = (name: string, parts: Parts): Target => ({
    name,
    calls: fc.record({ headers, manner, ...parts }).map(withoutBody),
  });
  const fieldsOf = (base: string, fields: readonly string[]) =>
    fc.tuple(pathTail, queryOf(fields, known)).map(([end, query]) => `${base}${end}${query}`);

  const functions = readdirSync(FUNCTION_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => {
      const code = readFileSync(join(FUNCTION_FOLDER, name, 'handler.ts'), 'utf8');
      const fields = fieldsIn(code);
      return target(`function ${name}`, {
        method: methodOf(fields.length > 0 && code.includes("serveMethods(['GET'") ? 'GET' : 'POST'),
        path: fieldsOf(`/functions/v1/${name}`, fields),
        body: hostileBody(fields, known),
      });
    });
  // The functions that a visitor or a member may call.
  const procedures = await server.backend!.sql<{ name: string; args: string[] | null; given: number }>(
    `select p.proname as name, p.proargnames as args, p.pronargs as given from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
       and p.prorettype <> 'trigger'::regtype
     order by 1`,
  );
  const rpc = procedures.map(({ name, args, given }) => {
    const names = (args ?? []).slice(0, given);
    const path = fieldsOf(`/rest/v1/rpc/${name}`, names);
    return target(`rpc ${name}`, { method: methodOf('POST'), path, body: argumentsBody(names, known) });
  });
  const relations = await server.backend!.sql<{ path: string; columns: string[] }>(
    `select table_name as path, array_agg(column_name::text) as columns from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  );
  const tables = fc.constantFrom(...relations, ...RETURNED_PATHS).chain(({ path, columns }) => {
    const method = fc.constantFrom('GET', 'GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT');
    return target('', { method, path: questions(path, columns), body: argumentsBody(columns, known) }).calls;
  });
  const auth = target('auth', {
    method: methodOf('POST'),
    path: fc.constantFrom(...AUTH_PATHS).map((path) => `/auth/v1/${path}`),
    body: argumentsBody(BODY_FIELDS, known),
  });
  const objects = fc.oneof(nastyText, fc.constant(known.audioPath), fc.constant('a/b/c.wav'));
  const stored = fc.tuple(fc.constantFrom(...STORAGE_PATHS), objects);
  const storage = target('storage', {
    method: fc.constantFrom('POST', 'PUT', 'GET', 'HEAD', 'DELETE', 'PATCH'),
    path: stored.map(([path, name]) => `/storage/v1/${path}${escapePath(name)}`),
    body: hostileBody(BODY_FIELDS, known),
  });
  const named = fc.constantFrom('', 'a b', '[', 'x:99999999', '\u00e9', '%00', 'a/b@c');
  const hosts = named.map((Host): Record<string, string> => ({ Host }));
  const shares = nastyPath.map((path) => `/share${path}`);
  const front = target('front', {
    method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'TRACE', 'OPTIONS', 'DELETE'),
    path: fc.oneof(fc.constantFrom(...SERVER_PATHS), fc.constant(`/${'a'.repeat(7000)}`), nastyPath, shares),
    headers: fc.oneof(headers, hosts),
    body: hostileBody([], known),
  });
  return [...functions, ...rpc, { name: 'tables', calls: tables }, auth, storage, front];
}
