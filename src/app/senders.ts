import { lazyContact, lazySubmit, registerPreorders } from '../features/community/state/index.ts';
import { lazySaveAndSync } from '../features/fragrance/state/index.ts';
import { lazyProcessing } from '../screens/index.ts';
import { followStoredRecordings, onRecorded } from '../features/create/state/index.ts';
import { registerSender, startOutbox } from '../features/outbox/state/index.ts';
import { lazyPublishShare } from '../features/share/state/index.ts';

/*
 * Registers the outbox's senders, and what follows when a recording was made or stored. Their code is loaded when there is
 * something to send.
 */
registerPreorders();
registerSender('fragrance', async (payload, context) => (await lazySaveAndSync()).sendFragrance(payload, context));
registerSender('share', async (payload, { signal }) => (await lazyPublishShare()).sendWaitingShare(payload, signal));
registerSender('submission', async (payload, { signal }) =>
  (await lazySubmit()).sendWaitingSubmission(payload, signal),
);
registerSender('contact', async (payload, { signal }) => (await lazyContact()).sendWaitingMessage(payload, signal));
followStoredRecordings();
// Loads the next screen early, for slow connections. After a failure the press loads it again.
onRecorded(() => void lazyProcessing().catch(() => undefined));

/** Sends waiting entries, now and whenever the connection may be back, for the life of the page. */
export function startSending(): void {
  startOutbox();
}
