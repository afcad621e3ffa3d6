import { toCodedError, isCoded, type CodedError } from '../values/errors.ts';

/** Result of an action: its value, or a coded error. */
export type Outcome<Value = void> = { ok: true; value: Value } | { ok: false; error: CodedError };

/** Runs an action; returns a thrown value as the outcome's error. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: isCoded(error) ? error : toCodedError(error, 'unknown') };
  }
}
