import { BackendError, codeOfStatus, type BackendErrorCode } from './errors.ts';

/** What PostgREST (through the client) says when a query fails. */
interface QueryError {
  code?: string;
  message: string;
  hint?: string | null;
}

function codeOf({ code = '', message }: QueryError, status: number): BackendErrorCode {
  if (code === '42P01' || code === 'PGRST205') return 'missing_table';
  if (code === 'PGRST116') return 'not_found';
  if (code === '23505') return 'duplicate';
  if (code === 'PT429') return 'rate_limited';
  // The database cut what took too long (`statement_timeout`).
  if (code === '57014') return 'timeout';
  // The database has one word for "not allowed"; the status says whether anybody was signed in at all.
  if (code === '42501') return status === 401 ? 'unauthorized' : 'forbidden';
  if (code.startsWith('PGRST30')) return 'unauthorized';
  if (/^(22|23|P0001)/.test(code)) return 'rejected';
  // What the client calls an answer that is no JSON, such as a captive portal's page.
  if (message.startsWith('SyntaxError')) return 'server';
  if (/TimeoutError|timed out/i.test(message)) return 'timeout';
  if (/AbortError|aborted/i.test(message)) return 'aborted';
  // No answer at all: the client reports the exception of `fetch` as its message, with status 0.
  if (status === 0 || /^TypeError|Failed to fetch|NetworkError|Load failed/.test(message)) return 'network';
  return codeOfStatus(status);
}

/** A refusal of the database as the app knows it. */
export function queryFailure(error: QueryError, status: number): BackendError {
  const code = codeOf(error, status);
  const message = error.code === '57014' ? 'The backend took too long to answer.' : error.message;
  return new BackendError(code, message, {
    status,
    ...(error.code ? { detail: error.code } : error.message.startsWith('SyntaxError') ? { detail: 'not_json' } : {}),
    ...(error.hint ? { hint: error.hint } : {}),
    ...(code === 'rate_limited' ? { retryAfter: Number.parseInt(error.hint ?? '', 10) || 60 } : {}),
  });
}

/** The data of an answer, or its failure as coded data. @throws BackendError */
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
