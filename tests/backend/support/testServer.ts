/**
 * Common parts of the backend tests: a server in memory, audio made from numbers, and requests as a browser sends them.
 */
import { createHash } from 'node:crypto';
import { newKeys } from '#local/data/dataDir.ts';
import { startServer } from '#local/server.ts';
import type { RunningServer, ServerOptions } from '#local/serverContract.ts';
import { emptyWav, WAV_HEADER_BYTES } from '#analysis/dsp/wavHeader.ts';
import { openStandIn, templateOfRun, type StandIn } from '#tests/hosted/standIn.ts';

/** The template of the stand-in for a hosted project; null where the tests use the embedded backend. */
const template = templateOfRun();
/** True when these tests run on real Postgres and PostgREST, where Auth's endpoints are missing. */
export const ON_REAL_POSTGRES = template !== null;
const standIns = new WeakMap<RunningServer, StandIn>();

/**
 * The backend and the functions on a free port, in memory: the embedded one, or the stand-in for a hosted project.
 * Limits per caller are wide by default, and no mail is queued.
 */
export async function startTestServer(
  env: Record<string, string> = { RATE_LIMIT_FACTOR: '1000' },
  more: Partial<ServerOptions> = {},
): Promise<RunningServer> {
  const memory = { port: 0, dataDir: null, mode: 'backend', mailer: false, env, ...more } as const;
  if (template === null || more.backend) return startServer(memory);
  const standIn = await openStandIn(template, newKeys());
  const server = await startServer({ ...memory, backend: { keys: standIn.keys, open: async () => standIn } });
  standIns.set(server, standIn);
  return server;
}

/**
 * Starts a second server on the database of a running one, with other limits or files. It begins with empty counts of
 * callers, and restores the settings when it closes.
 */
export async function startBeside(
  shared: RunningServer,
  env: Record<string, string>,
  more: Partial<ServerOptions> = {},
): Promise<RunningServer> {
  const { keys, backend } = shared;
  const forget = () => backend!.sql('delete from private.caller_windows');
  await forget();
  const open = async () => ({ ...backend!, close: async () => undefined });
  const server = await startTestServer(env, { ...more, backend: { keys: keys!, open } });
  const beside = {
    ...server,
    async close() {
      await server.close();
      await backend!.sql('select private.configure(null, null, 1000)');
      await forget();
    },
  };
  const standIn = standIns.get(shared);
  if (standIn) standIns.set(beside, standIn);
  return beside;
}

/** A mono 16-bit WAV of one sine; seconds, Hz. */
export function wav({ seconds = 0.2, hz = 440, sampleRate = 16_000 } = {}): Uint8Array<ArrayBuffer> {
  const frames = Math.round(seconds * sampleRate);
  const bytes = emptyWav(frames, 1, sampleRate);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < frames; i++)
    view.setInt16(WAV_HEADER_BYTES + 2 * i, Math.round(20_000 * Math.sin((2 * Math.PI * hz * i) / sampleRate)), true);
  return bytes;
}

/** The secret of the tests' default device. */
export const DEVICE_SECRET = '0123456789abcdef0123456789abcdef';

/** The secret of another device. */
export function newSecret(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

/** The stored hash of a device's secret. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Arguments of `place_preorder`: an order of a bottle from the store, each time another one. */
export function orderOf(fields: Readonly<Record<string, unknown>> = {}, secret: string = DEVICE_SECRET) {
  const preorder = {
    id: crypto.randomUUID(),
    email: 'ada@example.com',
    name: 'Ada',
    fragrance_id: 'namibian-breeze',
    fragrance_name: 'NAMIBIAN BREEZE',
    ...fields,
  };
  return { preorder, owner_secret: secret };
}

/** A form with the recording as the app sends it: field `file`, always named recording.mp3. */
export function recordingForm(
  bytes: Uint8Array<ArrayBuffer>,
  field = 'file',
  owner: string | null = DEVICE_SECRET,
): FormData {
  const form = new FormData();
  if (owner !== null) form.append('owner', owner);
  form.append(field, new Blob([bytes], { type: 'audio/mp3' }), 'recording.mp3');
  return form;
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Sends a request and reads its JSON, or its text when it is none. */
export async function fetchJson<Body = Record<string, unknown>>(
  url: string,
  init: RequestInit = {},
): Promise<Answer<Body>> {
  const response = await fetch(url, init);
  const text = await response.text();
  let body: unknown = text;
  try {
    body = text === '' ? null : JSON.parse(text);
  } catch {
    // not JSON; the text itself is the body
  }
  return { status: response.status, headers: response.headers, body: body as Body };
}

/** Uploads a recording, by default as an anonymous visitor. */
export function upload(
  server: RunningServer,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { Authorization: `Bearer ${server.keys!.publishable}` },
  owner: string | null = DEVICE_SECRET,
): Promise<Answer> {
  return fetchJson(`${server.url}/functions/v1/upload-audio`, {
    method: 'POST',
    headers,
    body: recordingForm(bytes, 'file', owner),
  });
}

/** Calls an edge function with JSON, by default as an anonymous visitor. */
export function callFunction(
  server: RunningServer,
  name: string,
  body: unknown,
  headers: Record<string, string> = visitor(server),
): Promise<Answer> {
  return fetchJson(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Sends a request to Auth itself, as a visitor. */
export function postAuth<Body = Record<string, unknown>>(
  server: RunningServer,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  return fetchJson<Body>(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: server.keys!.publishable, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export interface Member {
  id: string;
  email: string;
  password: string;
  /** Headers of the member's requests. */
  headers: Record<string, string>;
}

type Mailed = Pick<RunningServer['mails'][number], 'to' | 'subject' | 'text'>;

/** The one-time token of the newest mail to an address whose subject matches. */
export function mailedToken({ mails }: { mails: readonly Mailed[] }, email: string, subject: RegExp): string {
  const mail = mails.findLast((caught) => caught.to === email && subject.test(caught.subject));
  const token = /[?&]token_hash=([^&\s]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No link was mailed to ${email}.`);
  return token;
}

/** Registers an address, as the app does; its confirmation is in a mail, on the stand-in it is confirmed. */
export async function signUp(server: RunningServer, email: string, data: object, password: string): Promise<void> {
  const standIn = standIns.get(server);
  if (standIn) {
    await standIn.signUp(email, data);
    return;
  }
  const device = secretHash(DEVICE_SECRET);
  const answer = await postAuth(server, 'signup', { email, password, data: { ...data, device } });
  if (answer.status !== 200) throw new Error(`Sign-up failed: ${JSON.stringify(answer.body)}`);
}

/** The session that the link of the caught mail opens; the password is in use from then on. */
async function confirmedSession(server: RunningServer, email: string) {
  type Session = { access_token: string; user: { id: string } };
  const token_hash = mailedToken(server, email, /confirm/i);
  const confirmed = await postAuth<Session>(server, 'verify', { type: 'signup', token_hash });
  if (confirmed.status !== 200) throw new Error(`Confirming failed: ${JSON.stringify(confirmed.body)}`);
  const { access_token: token, user } = confirmed.body;
  const headers = { apikey: server.keys!.publishable, Authorization: `Bearer ${token}` };
  const kept = await rpc(server, headers, 'keep_password', { owner_secret: DEVICE_SECRET });
  if (kept.body !== true) throw new Error(`The password was not kept: ${JSON.stringify(kept.body)}`);
  return { id: user.id, token };
}

/** A member who is signed in. */
export async function newMember(server: RunningServer, name = 'Ada Lovelace'): Promise<Member> {
  const email = `member-${crypto.randomUUID()}@example.com`;
  const password = 'correct horse';
  const data = { liquidName: name, location: 'Berlin, Germany' };
  const standIn = standIns.get(server);
  if (!standIn) await signUp(server, email, data, password);
  const { id, token } = standIn ? await standIn.signUp(email, data) : await confirmedSession(server, email);
  return {
    id,
    email,
    password,
    headers: { apikey: server.keys!.publishable, Authorization: `Bearer ${token}` },
  };
}

/** Headers of a visitor without an account. */
export function visitor(server: RunningServer): Record<string, string> {
  return { apikey: server.keys!.publishable, Authorization: `Bearer ${server.keys!.publishable}` };
}

/** Headers of the service itself. */
export function serviceHeaders(server: RunningServer): Record<string, string> {
  return { apikey: server.keys!.secret };
}

/** Calls the REST API; `body` goes out as JSON. */
export function rest<Body = unknown>(
  server: RunningServer,
  headers: Record<string, string>,
  method: string,
  path: string,
  body?: unknown,
  prefer?: string,
): Promise<Answer<Body>> {
  return fetchJson<Body>(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(prefer ? { Prefer: prefer } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Calls a database function. */
export function rpc<Body = unknown>(
  server: RunningServer,
  headers: Record<string, string>,
  name: string,
  args: object = {},
): Promise<Answer<Body>> {
  return rest<Body>(server, headers, 'POST', `rpc/${name}`, args);
}

/**
 * The expected answer for a role without any right: Postgres' "insufficient privilege" (42501), as 401 to a visitor and
 * as 403 to a member (PostgREST, "Errors"). Where a role has the right but the policies hide the row, PostgREST answers
 * 200 or 204 with no rows instead: the row does not exist for the caller.
 */
export function toRefusal(answer: Answer<unknown>): { status: number; code: unknown } {
  return { status: answer.status, code: (answer.body as { code?: unknown } | null)?.code };
}
export const TO_VISITORS = { status: 401, code: '42501' };
export const TO_MEMBERS = { status: 403, code: '42501' };

/** The fields of a fragrance that the database takes. */
export function fragranceRow(name: string, more: object = {}): Record<string, unknown> {
  return {
    name,
    description: 'A quiet one.',
    intensity: 0.5,
    complexity: 0.4,
    persistence: 0.3,
    dominant_notes: ['C4', 'E4', 'G4'],
    background_notes: ['A4'],
    music_essence: ['C4', 'E4', 'G4', 'A4'],
    top_notes: ['Bergamot'],
    middle_notes: ['Rose', 'Orange Blossom'],
    base_notes: ['Oud'],
    source: 'spectral',
    ...more,
  };
}

/** A PNG of that size, one grey, made by hand. */
export async function png(width: number, height: number, grey = 0x7f): Promise<Uint8Array<ArrayBuffer>> {
  const { crc32, deflateSync } = await import('node:zlib');
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE((crc32 ?? crcOf)(body) >>> 0);
    return Buffer.concat([head, body, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + 3 * width), grey);
  for (let y = 0; y < height; y++) rows[y * (1 + 3 * width)] = 0;
  const whole = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return new Uint8Array(whole);
}

/** The CRC-32 of PNG, for Node versions without `zlib.crc32`. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

let shareCount = 0;

/** An id that no share has. */
export function newShareId(): string {
  return `T${(++shareCount).toString(36).padStart(3, '0')}${crypto.randomUUID().slice(0, 4)}`;
}

/** The fields of a share as `create_share` takes them. */
export function shareRow(audioPath: unknown, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    share_id: newShareId(),
    title: 'My Accord Fragrance Profile',
    music_essence: ['C4', 'E4', 'G#4'],
    top_notes: ['Bergamot'],
    middle_notes: ['Rose'],
    base_notes: ['Oud', 'Vanilla'],
    audio_path: audioPath,
    name: 'Night Garden',
    intensity: 0.5,
    complexity: 0.4,
    persistence: 0.3,
    ...more,
  };
}

/** Makes a share, by default as the visitor of the tests' device. */
export function makeShare<Body = Record<string, unknown>[]>(
  server: RunningServer,
  share: unknown,
  headers: Record<string, string> = visitor(server),
  owner: string | null = DEVICE_SECRET,
): Promise<Answer<Body>> {
  return rpc<Body>(server, headers, 'create_share', { share, owner_secret: owner });
}

/** A share as its page gets it: one row or none. */
export function getShare(
  server: RunningServer,
  id: unknown,
  headers: Record<string, string> = visitor(server),
): Promise<Answer<Record<string, unknown>[]>> {
  return rpc(server, headers, 'get_share', { share_id: id });
}
