/**
 * HTTP helpers of all edge functions: CORS answers, JSON replies of the form `{success, ...}` /
 * `{success: false, error}`, and reading a body without trusting its length. Uses web standards only, so that the same
 * file runs in Deno and in Node.
 */

/** Headers that supabase-js sends; if a preflight does not allow them, the browser blocks the call. */
const corsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, GET, OPTIONS',
  'Access-Control-Allow-Headers': 'apikey, x-client-info, authorization, content-type',
  'Access-Control-Expose-Headers': 'retry-after',
  'Access-Control-Max-Age': '86400',
};

/** Message while the backend is briefly unavailable, such as while its database is reopened. */
export const UNAVAILABLE_MESSAGE = 'The service is not available at the moment. Please try again in a few seconds.';

/** Seconds to wait before trying again. */
const RETRY_SECONDS = 2;

export type Handler = (request: Request) => Promise<Response>;

/** A failure that the caller may read: `message` is sent as `error`, together with `code`. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** A JSON answer that caches must not store. */
export function json(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...corsHeaders,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}

/**
 * Wraps a function's handler: answers preflights, refuses other methods, and turns errors into
 * `{success: false, error, code}`. An unexpected error is logged and answered with a plain 500, without its text.
 */
export function serveMethods(methods: readonly string[], work: Handler): Handler {
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders });
    try {
      if (!methods.includes(request.method)) {
        throw new RequestError(405, 'method_not_allowed', `Please use ${methods.join(' or ')}.`, {
          Allow: [...methods, 'OPTIONS'].join(', '),
        });
      }
      return await work(request);
    } catch (error) {
      if (error instanceof RequestError) {
        return json(error.status, { success: false, error: error.message, code: error.code }, error.headers);
      }
      if (isDiskFull(error))
        return json(507, {
          success: false,
          error: 'The disk of this server is full. Please try again later.',
          code: 'disk_full',
        });
      if (isUnavailable(error))
        return json(
          503,
          { success: false, error: UNAVAILABLE_MESSAGE, code: 'unavailable' },
          { 'Retry-After': String(RETRY_SECONDS) },
        );
      console.error(error);
      return json(500, {
        success: false,
        error: 'Something went wrong on our side. Please try again later.',
        code: 'internal',
      });
    }
  };
}

/** True when the database (Postgres' `53100`) or the storage (507) was full. */
function isDiskFull(error: unknown): boolean {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown };
  return status === 507 || code === '53100';
}

/** True when the backend answered that it is briefly unavailable. */
function isUnavailable(error: unknown): boolean {
  return (error as { status?: unknown } | null)?.status === 503;
}

/** Bytes in readable form: 26214400 is `25 MiB`. */
function formatBytes(bytes: number): string {
  return bytes >= 1 << 20 ? `${Math.floor(bytes / (1 << 20))} MiB` : `${Math.floor(bytes / 1024)} KiB`;
}

/**
 * Reads a whole body of at most `limit` bytes. Checks the declared length first, to refuse a long body before reading
 * it, and counts the bytes while it streams in, because the header may be wrong.
 *
 * @throws RequestError 413 `too_large`; 400 `truncated` when the sender disconnected in the middle.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () =>
    new RequestError(413, 'too_large', `That is too large. At most ${formatBytes(limit)} are accepted.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let total = 0;
  if (request.body) {
    const reader = request.body.getReader();
    for (;;) {
      const next = await reader.read().catch((cause: unknown) => {
        throw Object.assign(new RequestError(400, 'truncated', 'The upload was cut off. Please try again.'), { cause });
      });
      if (next.done) break;
      total += next.value.byteLength;
      if (total > limit) {
        reader.releaseLock();
        throw tooLarge();
      }
      chunks.push(next.value);
    }
  }
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** True when both have the same bytes. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/**
 * The JSON object in a body of at most `limit` bytes.
 *
 * @throws RequestError 413 `too_large`, 400 `invalid_json`.
 */
export async function readJson(request: Request, limit: number): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, limit);
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // falls through: the same error as for JSON that is no object
  }
  throw new RequestError(400, 'invalid_json', 'The request is not a JSON object.');
}
