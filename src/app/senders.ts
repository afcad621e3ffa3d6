// Registers the sender of preorders.
import '#features/community/state/preorder.ts';
import { followStoredRecordings } from '#features/create/state/recording/storeRecording.ts';
import { onRecorded } from '#features/create/state/recording/recordingState.ts';
import { registerSender, startOutbox } from '#features/outbox/state/outbox.ts';
import { sendFragrance } from '#features/fragrance/state/saveFragrance.ts';
import { sendWaitingShare } from '#features/share/state/sendShare.ts';
import { sendWaitingSubmission } from '#features/community/state/submit.ts';
import { sendWaitingMessage } from '#features/community/state/contact.ts';
import { screenAt } from './routes.tsx';

/**
 * Registers the outbox's senders, and the listeners for made and stored recordings; then sends waiting entries, now and
 * whenever the connection may be back, for the life of the page.
 */
export function startSending(): void {
  registerSender('fragrance', sendFragrance);
  registerSender('share', sendWaitingShare);
  registerSender('submission', (payload, { signal }) => sendWaitingSubmission(payload, signal));
  registerSender('contact', (payload, { signal }) => sendWaitingMessage(payload, signal));
  followStoredRecordings();
  // Loads the next screen early, for slow connections. After a failure the press loads it again.
  onRecorded(
    () =>
      void screenAt('/processing')
        ?.load()
        .catch(() => undefined),
  );
  startOutbox();
}
