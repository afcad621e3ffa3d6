/**
 * An error that crosses threads or layers as plain data: structured cloning would drop the class, code and cause of an
 * Error. Screens turn codes into messages.
 */
export interface CodedError<Code extends string = string> {
  code: Code;
  /** For developers and logs; screens choose their message by `code`. */
  message: string;
  /** Cause, as text or coded error; cloneable. */
  cause?: CodedError | string;
}

/** Creates a coded error; reduces any thrown `cause` to cloneable data. */
export function codedError<Code extends string>(code: Code, message: string, cause?: unknown): CodedError<Code> {
  return cause === undefined ? { code, message } : { code, message, cause: causeOf(cause) };
}

/** True for a coded error (of that code, when one is given). */
export function isCoded(value: unknown, code?: string): value is CodedError {
  if (typeof value !== 'object' || value === null) return false;
  const error = value as Partial<CodedError>;
  return (
    typeof error.code === 'string' && typeof error.message === 'string' && (code === undefined || error.code === code)
  );
}

/** True when no answer came: no connection, or none in time. A gateway's timeout is an answer, with a status. */
export function isUnreachable(error: unknown): boolean {
  return isCoded(error, 'network') || (isCoded(error, 'timeout') && !('status' in error && error.status !== undefined));
}

/** Advice to a visitor after a failure. It mentions the connection only when the server did not fail itself. */
export function tryAgainWords(error: unknown): string {
  return isUnreachable(error) ? 'Please check your connection and try again.' : 'Please try again.';
}

/** Converts a thrown value to a coded error: keeps a coded one (as plain data), else uses `fallback`. */
export function toCodedError<Code extends string>(thrown: unknown, fallback: Code): CodedError {
  if (isCoded(thrown)) return codedError(thrown.code, thrown.message, thrown.cause);
  return codedError(fallback, messageOf(thrown), thrown instanceof Error ? thrown.cause : undefined);
}

/** Limit of a chain of causes, which may be circular. */
const DEEPEST_CAUSE = 4;

function causeOf(cause: unknown, depth = 0): CodedError | string {
  if (!isCoded(cause) || depth >= DEEPEST_CAUSE) return messageOf(cause);
  const { code, message, cause: inner } = cause;
  return inner === undefined ? { code, message } : { code, message, cause: causeOf(inner, depth + 1) };
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.name === 'Error' ? thrown.message : `${thrown.name}: ${thrown.message}`;
  if (isCoded(thrown)) return `${thrown.code}: ${thrown.message}`;
  return String(thrown);
}

/** Message for a request without an answer. */
export const NETWORK_MESSAGE = 'Network error. Please check your connection and try again.';
