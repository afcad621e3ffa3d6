import { outbox } from '../backend/outbox.ts';
import type { CodedError } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';

/** Result of the first attempt of an outbox entry. */
export type FirstTry =
  | { status: 'sent'; result: unknown }
  | { status: 'waiting' }
  | { status: 'refused'; error: CodedError };

/** A first attempt that takes longer continues in the background, ms. */
const FIRST_TRY_MS = 25_000;

/**
 * Adds an entry to the outbox with `add` and resolves when its first attempt is over. The entry is stored on this
 * device before it is sent, so it survives a crash.
 */
export async function sendAndWait(kind: string, id: string, add: () => Promise<unknown>): Promise<FirstTry> {
  const scope = new Scope();
  try {
    return await new Promise<FirstTry>((resolve, reject) => {
      scope.add(
        outbox.onSettled(kind, (settled) => {
          if (settled.entry.id !== id) return;
          resolve(
            settled.ok ? { status: 'sent', result: settled.result } : { status: 'refused', error: settled.error },
          );
        }),
      );
      const look = async (): Promise<void> => {
        const entry = (await outbox.entries(kind)).find((other) => other.id === id);
        if (entry !== undefined && entry.attempts > 0 && entry.refused === undefined) resolve({ status: 'waiting' });
      };
      scope.add(outbox.onChanged(() => void look().catch(() => undefined)));
      scope.timeout(() => resolve({ status: 'waiting' }), FIRST_TRY_MS);
      add().catch(reject);
    });
  } finally {
    scope.dispose();
  }
}
