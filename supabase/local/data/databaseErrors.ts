/** Distinguishes the caller's mistakes from other errors of the database, as PostgREST does. */

interface DatabaseError {
  code?: string;
  message?: string;
  detail?: string;
  hint?: string;
}

/** An error in the form with which a database function sets its own answer. */
function errorAnswer(
  status: number,
  code: string,
  message: string,
  details: string | null,
  hint: string | null,
): object {
  return {
    severity: 'ERROR',
    code: 'PGRST',
    message: JSON.stringify({ code, message, details, hint }),
    detail: JSON.stringify({ status, headers: {} }),
  };
}

/**
 * Messages of the embedded layer about unreadable queries, answered with 400. Most have no error class.
 */
const UNREADABLE_PATTERN =
  /Unknown operator|Expected identifier|Invalid filter|Unexpected input|Unsupported operator|failed to parse (filter|logic tree)|^Expected .* at position \d+$|^Expected "\(" for spread embed/;

/** Codes that the embedded layer already answers as PostgREST does. */
const POSTGREST_CODES = new Set(['23502', '23503', '23505', '42P17']);

/**
 * Maps errors that the caller caused to status 400: broken checks (class 23), refusals of our own functions (P0001),
 * limits of Postgres (54, such as 1,664 columns), unsupported features (0A) and unknown schemas (3F). The embedded
 * layer would answer 500, also for a value that does not fit its parameter and for an unreadable query: their errors
 * have no code.
 */
export function toPostgrestError(error: unknown): unknown {
  const { code, message = '', detail, hint } = (error ?? {}) as DatabaseError;
  if (typeof code === 'string') {
    if (POSTGREST_CODES.has(code)) return error;
    if (code.startsWith('23')) return errorAnswer(400, code, message, null, hint ?? null);
    return /^(P0001$|54|0A|3F)/.test(code) ? errorAnswer(400, code, message, detail ?? null, hint ?? null) : error;
  }
  if (error instanceof Error && UNREADABLE_PATTERN.test(message))
    return errorAnswer(400, 'PGRST100', message, message, null);
  const readable =
    error instanceof TypeError ||
    error instanceof RangeError ||
    (error instanceof Error &&
      /^Invalid input for |^Missing closing |^Cannot bind value|^Unterminated|^Unexpected /.test(message));
  return readable
    ? errorAnswer(400, 'PGRST102', 'The request holds a value that does not fit where it stands.', null, null)
    : error;
}
