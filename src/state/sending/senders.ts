import { outbox } from '../../backend/outbox/outbox.ts';
import '../recording/storedOutcome.ts';
import '../store/sendPreorder.ts';
import { startOutbox } from './outbox.ts';

/*
 * Registers the outbox's senders, and what follows when a recording was stored. Their code is loaded when there is
 * something to send.
 */
outbox.register('fragrance', async (payload, context) =>
  (await import('../fragrance/saveAndSync.ts')).sendFragrance(payload, context),
);
outbox.register('share', async (payload, { signal }) =>
  (await import('../sharing/publishShare.ts')).sendWaitingShare(payload, signal),
);
outbox.register('submission', async (payload, { signal }) =>
  (await import('./submit.ts')).sendWaitingSubmission(payload, signal),
);
outbox.register('contact', async (payload, { signal }) => {
  const [{ sendContactMessage }, { readWaitingMessage }] = await Promise.all([
    import('../../backend/repositories/contact.ts'),
    import('../../domain/schema/waiting.ts'),
  ]);
  return sendContactMessage(readWaitingMessage(payload), { signal });
});

/** Sends waiting entries, now and whenever the connection may be back, for the life of the page. */
export function startSending(): void {
  startOutbox();
}
