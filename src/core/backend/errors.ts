import type { CodedError } from '../values/errors.ts';

/**
 * Failures on the way to the backend. Only `timeout`, `network`, `server` and `rate_limited` are worth another try; the
 * rest would fail the same way again.
 */
export type BackendErrorCode =
  /** No answer in time. */
  | 'timeout'
  /** No connection, or the answer was no HTTP. */
  | 'network'
  /** The caller gave up. */
  | 'aborted'
  /** The backend failed (5xx), or its answer could not be read. */
  | 'server'
  /** Too many calls; `retryAfter` is how long to wait. */
  | 'rate_limited'
  /** Not signed in, or the session is over. */
  | 'unauthorized'
  /** Signed in, but not allowed. */
  | 'forbidden'
  | 'not_found'
  /** The key exists already. */
  | 'duplicate'
  /** The table does not exist (`42P01`, `PGRST205`): use the local copy. */
  | 'missing_table'
  /** The backend lacks a function or a column: it is older or newer than this page. */
  | 'other_version'
  /** The data breaks a rule of the backend. */
  | 'rejected';

/** A failure of the backend as coded data with a stack; `isCoded` of the domain recognises it. */
export class BackendError extends Error implements CodedError<BackendErrorCode> {
  readonly code: BackendErrorCode;
  override readonly cause?: CodedError | string;
  /** HTTP status, when there was an answer. */
  readonly status?: number;
  /** Code of the answer itself, such as `PGRST116`, `23505` or `not_audio`. */
  readonly detail?: string;
  /** Reason that a database function adds to its refusal, such as `no_recording` or `too_many`. */
  readonly hint?: string;
  /** Seconds to wait before another try, when the answer contains them. */
  readonly retryAfter?: number;

  constructor(
    code: BackendErrorCode,
    message: string,
    more: { status?: number; detail?: string; hint?: string; retryAfter?: number; cause?: CodedError | string } = {},
  ) {
    super(message);
    this.name = 'BackendError';
    this.code = code;
    if (more.status !== undefined) this.status = more.status;
    if (more.detail !== undefined) this.detail = more.detail;
    if (more.hint !== undefined) this.hint = more.hint;
    if (more.retryAfter !== undefined) this.retryAfter = more.retryAfter;
    if (more.cause !== undefined) this.cause = more.cause;
  }
}

/** True when the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  return error instanceof BackendError && ['timeout', 'network', 'server', 'rate_limited'].includes(error.code);
}

/**
 * True when a failed request may be kept and sent later: transient failures, a backend that is not ready yet (a missing
 * table or function, a wrong key), or a session that has to be renewed. Only a request that the backend understood and
 * refused is final.
 */
export function isRetriable(error: unknown): boolean {
  return (
    isTransient(error) ||
    (error instanceof BackendError &&
      ['unauthorized', 'forbidden', 'not_found', 'missing_table', 'other_version'].includes(error.code))
  );
}

/** An answer of an edge function; null for one without JSON. */
interface FunctionAnswer {
  status: number;
  answer: Record<string, unknown> | null;
  /** Seconds; 0 when the answer has none. */
  retryAfter: number;
}

/** The failure that an edge function answered with: `detail` is its own code, or `not_json`. */
export function failureOf(code: BackendErrorCode, { status, answer, retryAfter }: FunctionAnswer): BackendError {
  const [reason, detail] = [answer?.['error'], answer === null ? 'not_json' : answer['code']];
  return new BackendError(code, typeof reason === 'string' ? reason : `The backend answered ${status}.`, {
    status,
    ...(typeof detail === 'string' ? { detail } : {}),
    ...(retryAfter > 0 ? { retryAfter } : {}),
  });
}

/** The code that an HTTP status stands for. */
export function codeOfStatus(status: number): BackendErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 406) return 'not_found';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 409) return 'duplicate';
  if (status === 429) return 'rate_limited';
  if (status === 0) return 'network';
  return status >= 500 ? 'server' : 'rejected';
}
