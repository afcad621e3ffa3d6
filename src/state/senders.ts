import { outbox } from '../backend/outbox.ts';

/** What this part of the app sends later. How is loaded when there is something to send. */
outbox.register('share', async (payload, { signal }) => (await import('./publishShare.ts')).sendWaitingShare(payload, signal));
outbox.register('submission', async (payload, { signal }) => (await import('./submit.ts')).sendWaitingSubmission(payload, signal));
outbox.register('contact', async (payload, { signal }) => (await import('../backend/contact.ts')).sendContactMessage(payload as never, { signal }));
