/**
 * Errors that cross a thread or a layer are plain data: a structured clone keeps them whole, while an Error
 * loses its class, code and cause on the way. Screens turn codes into words.
 */
export interface CodedError<Code extends string = string> {
  code: Code;
  /** For developers and logs; what a person reads is chosen by the screen from `code`. */
  message: string;
  /** What caused it, as text or as another coded error; always cloneable. */
  cause?: CodedError | string;
}

/** A coded error; `cause` may be anything that was thrown and is reduced to cloneable data. */
export function coded<Code extends string>(code: Code, message: string, cause?: unknown): CodedError<Code> {
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

/** Whatever was thrown as a coded error: one that is coded already stays itself (as plain data), the rest gets `fallback`. */
export function codedFrom<Code extends string>(thrown: unknown, fallback: Code): CodedError {
  if (isCoded(thrown)) return coded(thrown.code, thrown.message, thrown.cause);
  return coded(fallback, messageOf(thrown), thrown instanceof Error ? thrown.cause : undefined);
}

/** A chain of causes is followed a few steps only: one that leads back to itself must not hang the reporter. */
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
