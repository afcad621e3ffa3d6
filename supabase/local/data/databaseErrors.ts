/** Which errors of the database are the caller's mistakes, as PostgREST tells them apart. */

interface DatabaseError {
  code?: string;
  message?: string;
  detail?: string;
  hint?: string;
}

/** An error in the form in which a function of the database chooses its own answer. */
function answering(status: number, code: string, message: string, details: string | null, hint: string | null): object {
  return {
    severity: 'ERROR',
    code: 'PGRST',
    message: JSON.stringify({ code, message, details, hint }),
    detail: JSON.stringify({ status, headers: {} }),
  };
}

/** What the layer below says about a query that it cannot read, and answers with 400. It has no class of its own for most of it. */
const UNREADABLE =
  /Unknown operator|Expected identifier|Invalid filter|Unexpected input|Unsupported operator|failed to parse (filter|logic tree)|^Expected .* at position \d+$|^Expected "\(" for spread embed/;

/** Codes that the layer below knows and answers as PostgREST does. */
const KNOWN = new Set(['23502', '23503', '23505', '42P17']);

/**
 * Broken checks (class 23), refusals by our own functions (P0001), limits of Postgres (54, such as 1,664 columns) and what
 * it cannot do (0A) come from what the caller sent: 400. The embedded layer knows none of them and would answer 500, and
 * so it would when a value cannot be made into a parameter or a query cannot be read, which it meets as an error without code.
 */
export function toPostgrestError(error: unknown): unknown {
  const { code, message = '', detail, hint } = (error ?? {}) as DatabaseError;
  if (typeof code === 'string') {
    if (KNOWN.has(code)) return error;
    if (code.startsWith('23')) return answering(400, code, message, null, hint ?? null);
    return /^(P0001$|54|0A|3F)/.test(code) ? answering(400, code, message, detail ?? null, hint ?? null) : error;
  }
  if (error instanceof Error && UNREADABLE.test(message)) return answering(400, 'PGRST100', message, message, null);
  const readable =
    error instanceof TypeError ||
    error instanceof RangeError ||
    (error instanceof Error &&
      /^Invalid input for |^Missing closing |^Cannot bind value|^Unterminated|^Unexpected /.test(message));
  return readable
    ? answering(400, 'PGRST102', 'The request holds a value that does not fit where it stands.', null, null)
    : error;
}
