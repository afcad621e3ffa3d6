import { BackendError, isRetriable } from '#core/backend/errors.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { sendPreorder } from '../backend/preorders.ts';
import { readWaitingOrder } from '../domain/waiting.ts';
import type { Sender } from '#features/outbox/backend/outboxContract.ts';

/* Sends preorders from the outbox: registered where an order is made, and when the app starts. */

const sendWaitingPreorder: Sender = async (payload, { id, signal }) => {
  const order = readWaitingOrder(payload);
  try {
    return await sendPreorder({ id, ...order }, { signal });
  } catch (error) {
    // Stored by an earlier try whose answer was lost, or ordered from another device: the buyer is on the list.
    if (error instanceof BackendError && error.code === 'duplicate') return 'known';
    // Never lose a buyer: give up only an order that the backend understood and refused.
    if (error instanceof BackendError && error.code !== 'rejected' && error.code !== 'aborted' && !isRetriable(error))
      throw new BackendError('server', error.message, { cause: error.code });
    throw error;
  }
};

/** Lets the outbox send preorders. */
export function registerPreorders(): void {
  outbox.register('preorder', sendWaitingPreorder);
}
