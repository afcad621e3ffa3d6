/**
 * Refuses requests that the embedded services cannot handle, before they reach them, in the form of the service. A
 * hosted project makes the same checks itself.
 */
import { isStorableEmail } from '#shared/common/cleanText.ts';
import { refusal } from './refusal.ts';

/** Deepest nesting of a JSON body. */
const MAX_DEPTH = 200;

/** The fields of Auth that are objects; all others are texts. */
const AUTH_OBJECTS = ['data', 'user_metadata', 'app_metadata', 'options', 'gotrue_meta_security'];
/**
 * The fields of Storage that are lists or objects. The service reads a text there as JSON, and fails where it is none.
 */
const STORAGE_OBJECTS = ['sortBy', 'paths', 'prefixes', 'allowed_mime_types'];
/** Storage calls with the object itself as their body. */
const OBJECT_UPLOAD = /^\/storage\/v1\/object\/(?!(list|sign|move|copy|info|public|authenticated)(\/|$))/;

/** Types that the service reads as JSON, with a structured suffix or without (RFC 6838, 4.2.8). */
const JSON_TYPE = /^application\/([a-z0-9.-]+\+)?json/i;

const ERROR_CODES = { auth: 'validation_failed', rest: 'PGRST102', storage: 'invalid_request' };

/**
 * Nesting of JSON, and whether Postgres can store its texts and numbers. Iterative: deep bodies must not overflow the
 * stack.
 */
function look(value: unknown): { depth: number; storable: boolean } {
  let depth = 0;
  let storable = true;
  const text = (part: string) => {
    if (part.includes('\u0000') || /\p{Surrogate}/u.test(part)) storable = false;
  };
  const rest: [unknown, number][] = [[value, 1]];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [part, level] = next;
    if (typeof part === 'string') text(part);
    // A number that JSON can write and a double cannot hold, such as 1e131071.
    else if (part === Infinity || part === -Infinity) storable = false;
    if (typeof part !== 'object' || part === null) continue;
    depth = Math.max(depth, level);
    if (depth > MAX_DEPTH) break;
    for (const [key, inner] of Object.entries(part)) {
      text(key);
      rest.push([inner, level + 1]);
    }
  }
  return { depth, storable };
}

function jsonOf(body: Uint8Array): { value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown };
  } catch {
    return null;
  }
}

function wrongAuthField(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return 'The request body has to be a JSON object.';
  const fields = body as Record<string, unknown>;
  // The client sends null when it makes no challenge.
  const isText = (name: string, value: unknown) =>
    typeof value === 'string' || AUTH_OBJECTS.includes(name) || (value === null && name.startsWith('code_'));
  const wrongText = Object.keys(fields).find((name) => !isText(name, fields[name]));
  if (wrongText !== undefined) return 'A field of the request has to be a text.';
  const { email } = fields;
  if (typeof email === 'string' && email !== '' && !isStorableEmail(email.trim()))
    return 'Unable to validate email address: invalid format';
  const wrongObject = AUTH_OBJECTS.find(
    (name) =>
      fields[name] !== undefined &&
      fields[name] !== null &&
      (typeof fields[name] !== 'object' || Array.isArray(fields[name])),
  );
  return wrongObject === undefined ? null : `${wrongObject} has to be an object.`;
}

/**
 * Refuses a change of a member's address: its holder may read and delete the data sent under it, so it stays the
 * confirmed one. A hosted project requests consent from both addresses; the embedded service would do so from the old
 * one alone.
 */
function otherAddress(request: Request, url: URL, body: unknown): string | null {
  if (request.method !== 'PUT' || !/^\/auth\/v1\/user\/?$/.test(url.pathname)) return null;
  const { email, phone } = body as { email?: unknown; phone?: unknown };
  return email == null && phone == null ? null : 'The address of an account cannot be changed.';
}

async function isForm(body: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
  try {
    await new Response(body, { headers: { 'Content-Type': type } }).formData();
    return true;
  } catch {
    return false;
  }
}

/** The problem of a request, in words; null when it may pass. */
async function complaint(
  service: string,
  request: Request,
  url: URL,
  body: Uint8Array<ArrayBuffer> | null,
): Promise<string | null> {
  try {
    if (`${decodeURIComponent(url.pathname)}${url.search.includes('%00') ? '\u0000' : ''}`.includes('\u0000'))
      return 'The address holds a character that cannot be stored.';
  } catch {
    return 'The address is not well formed.';
  }
  // The service decodes its paths, so an escaped one would pass by the checks below. None that it has needs escapes.
  if (service === 'auth' && url.pathname.includes('%')) return 'There is no such address.';
  const type = request.headers.get('content-type') ?? '';
  const changes = service === 'storage' && !/^(GET|HEAD|OPTIONS)$/.test(request.method);
  // An empty body is no form either.
  if (changes && /^multipart\/form-data/i.test(type) && !(await isForm(body ?? new Uint8Array(), type)))
    return 'The request is not a multipart form that can be read.';
  const uploads = changes && OBJECT_UPLOAD.test(url.pathname) && request.method !== 'DELETE';
  if (body === null || body.length === 0)
    // As hosted Storage answers (Fastify's FST_ERR_CTP_EMPTY_JSON_BODY).
    return changes && !uploads && JSON_TYPE.test(type) ? 'The request body is not valid JSON.' : null;
  if (uploads) return null;
  const json = jsonOf(body);
  if (json === null) return service === 'rest' ? null : 'The request body is not valid JSON.';
  const { depth, storable } = look(json.value);
  if (depth > MAX_DEPTH) return 'The request body is nested too deeply.';
  if (!storable) return 'The request body holds a character or a number that cannot be stored.';
  if (service === 'auth') return wrongAuthField(json.value) ?? otherAddress(request, url, json.value);
  if (service !== 'storage') return null;
  if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
    return 'The request body has to be a JSON object.';
  const fields = json.value as Record<string, unknown>;
  const wrong = STORAGE_OBJECTS.find((name) => typeof fields[name] === 'string');
  return wrong === undefined ? null : `${wrong} has to be a list or an object.`;
}

/** The refusal of a malformed request; null when it may pass. */
export async function refusalOf(request: Request, body: Uint8Array<ArrayBuffer> | null): Promise<Response | null> {
  const url = new URL(request.url);
  const service = /^\/(auth|rest|storage)\/v1/.exec(url.pathname)?.[1];
  if (service === undefined) return null;
  const message = await complaint(service, request, url, body);
  return message === null ? null : refusal(url.pathname, 400, ERROR_CODES, message);
}
