import { outbox } from '../../backend/outbox/outbox.ts';
import type { CodedError } from '../../domain/errors.ts';
import { Scope } from '../../platform/lifetime/scope.ts';

/** How the first try of something in the outbox went. */
export type FirstTry =
  | { status: 'sent'; result: unknown }
  | { status: 'waiting' }
  | { status: 'refused'; error: CodedError };

/** A first try that takes longer than this goes on by itself, ms. */
const FIRST_TRY_MS = 25_000;

/**
 * Hands something to the outbox with `add` and resolves when its first try is over: what is sent has been kept on this
 * device before, so that nothing is lost whatever happens meanwhile.
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
