import { registerPreorders } from '../features/community/state/sendPreorder.ts';
import { followStoredRecordings } from '../features/create/state/recording/storedOutcome.ts';
import { onRecorded } from '../features/create/state/recording/recorderView.ts';
import { registerSender, startOutbox } from '../features/outbox/state/outbox.ts';

/**
 * Registers the outbox's senders, and what follows when a recording was made or stored; then sends waiting entries, now and
 * whenever the connection may be back, for the life of the page. The senders' code is loaded when there is something to send.
 */
export function startSending(): void {
  registerPreorders();
  registerSender('fragrance', async (payload, context) =>
    (await import('../features/fragrance/state/saveAndSync.ts')).sendFragrance(payload, context),
  );
  registerSender('share', async (payload, { signal }) =>
    (await import('../features/share/state/publishShare.ts')).sendWaitingShare(payload, signal),
  );
  registerSender('submission', async (payload, { signal }) =>
    (await import('../features/community/state/submit.ts')).sendWaitingSubmission(payload, signal),
  );
  registerSender('contact', async (payload, { signal }) =>
    (await import('../features/community/state/contact.ts')).sendWaitingMessage(payload, signal),
  );
  followStoredRecordings();
  // Loads the next screen early, for slow connections. After a failure the press loads it again.
  onRecorded(() => void import('../screens/processing/Processing.tsx').catch(() => undefined));
  startOutbox();
}
