import { outbox } from '../features/outbox/backend/outbox.ts';
import '../features/listen/state/recording/storedOutcome.ts';
import '../features/community/state/sendPreorder.ts';
import { startOutbox } from '../features/outbox/state/outbox.ts';

/*
 * Registers the outbox's senders, and what follows when a recording was stored. Their code is loaded when there is
 * something to send.
 */
outbox.register('fragrance', async (payload, context) =>
  (await import('../features/fragrance/state/saveAndSync.ts')).sendFragrance(payload, context),
);
outbox.register('share', async (payload, { signal }) =>
  (await import('../features/share/state/publishShare.ts')).sendWaitingShare(payload, signal),
);
outbox.register('submission', async (payload, { signal }) =>
  (await import('../features/community/state/submit.ts')).sendWaitingSubmission(payload, signal),
);
outbox.register('contact', async (payload, { signal }) => {
  const [{ sendContactMessage }, { readWaitingMessage }] = await Promise.all([
    import('../features/community/backend/contact.ts'),
    import('../features/outbox/domain/waiting.ts'),
  ]);
  return sendContactMessage(readWaitingMessage(payload), { signal });
});

/** Sends waiting entries, now and whenever the connection may be back, for the life of the page. */
export function startSending(): void {
  startOutbox();
}
