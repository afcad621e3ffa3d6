import { codedFrom, isCoded, type CodedError } from '../../domain/errors.ts';

/** What came of an action that a screen asked for: its value, or why not as coded data. */
export type Outcome<Value = void> = { ok: true; value: Value } | { ok: false; error: CodedError };

/** Runs an action; what it throws becomes the outcome's error. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: isCoded(error) ? error : codedFrom(error, 'unknown') };
  }
}
