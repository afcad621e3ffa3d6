import { outbox } from '../../backend/outbox/outbox.ts';

/** What this part of the app sends later. How is loaded when there is something to send. */
outbox.register('share', async (payload, { signal }) => (await import('../sharing/publishShare.ts')).sendWaitingShare(payload, signal));
outbox.register('submission', async (payload, { signal }) => (await import('./submit.ts')).sendWaitingSubmission(payload, signal));
outbox.register('contact', async (payload, { signal }) => (await import('../../backend/repositories/contact.ts')).sendContactMessage(payload as never, { signal }));
