import { BackendError, codeOfStatus, type BackendErrorCode } from './errors.ts';

/** The error of a failed query, from PostgREST through the client. */
interface QueryError {
  code?: string;
  message: string;
  hint?: string | null;
}

/**
 * Codes of a backend that lacks something that this version of the app requests, or has it in another form: a function
 * (`PGRST202`, `PGRST203`, `42883`) or a column (`PGRST204`, `42703`).
 */
const OTHER_VERSION = ['PGRST202', 'PGRST203', 'PGRST204', '42883', '42703'];
/**
 * A reload gets the app of the backend's version; the message of the database names functions, which do not help a
 * visitor.
 */
const OTHER_VERSION_MESSAGE = 'This page and our server are of different versions. Please reload the page.';

/** Code of an answer to a session that was ended, here or on another device. */
const SESSION_OVER = 'PT401';

const listeners = new Set<() => void>();

/** Calls when the backend has refused a call because the session is over; returns an unsubscribe function. */
export function onSessionOver(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function codeOf({ code = '', message }: QueryError, status: number): BackendErrorCode {
  if (code === '42P01' || code === 'PGRST205') return 'missing_table';
  if (OTHER_VERSION.includes(code)) return 'other_version';
  if (code === 'PGRST116') return 'not_found';
  if (code === '23505') return 'duplicate';
  if (code === 'PT429') return 'rate_limited';
  if (code === SESSION_OVER) return 'unauthorized';
  // `statement_timeout`.
  if (code === '57014') return 'timeout';
  // One code for "not allowed"; the status shows whether a member was signed in.
  if (code === '42501') return status === 401 ? 'unauthorized' : 'forbidden';
  if (code.startsWith('PGRST30')) return 'unauthorized';
  if (/^(22|23|P0001)/.test(code)) return 'rejected';
  // The client's message for an answer that is not JSON, such as the page of a captive portal.
  if (message.startsWith('SyntaxError')) return 'server';
  if (/TimeoutError|timed out/i.test(message)) return 'timeout';
  if (/AbortError|aborted/i.test(message)) return 'aborted';
  // No answer: the client reports the exception of `fetch` as its message, with status 0.
  if (status === 0 || /^TypeError|Failed to fetch|NetworkError|Load failed/.test(message)) return 'network';
  return codeOfStatus(status);
}

/** Converts a database error to a BackendError. Reports a session that is over to {@link onSessionOver}. */
export function queryFailure(error: QueryError, status: number): BackendError {
  const code = codeOf(error, status);
  if (error.code === SESSION_OVER) for (const listener of listeners) listener();
  const message =
    code === 'other_version'
      ? OTHER_VERSION_MESSAGE
      : error.code === '57014'
        ? 'The backend took too long to answer.'
        : error.message;
  return new BackendError(code, message, {
    status,
    ...(error.code ? { detail: error.code } : error.message.startsWith('SyntaxError') ? { detail: 'not_json' } : {}),
    ...(error.hint ? { hint: error.hint } : {}),
    ...(code === 'rate_limited' ? { retryAfter: Number.parseInt(error.hint ?? '', 10) || 60 } : {}),
  });
}

/** Returns the data of an answer. @throws BackendError when it is an error */
export function dataOf<T>({
  data,
  error,
  status,
}: {
  data: T;
  error: QueryError | null;
  status: number;
}): NonNullable<T> {
  if (error) throw queryFailure(error, status);
  return data as NonNullable<T>;
}
