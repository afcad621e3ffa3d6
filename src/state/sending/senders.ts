import { outbox } from '../../backend/outbox/outbox.ts';

/** What the app sends later, besides recordings and preorders. How is loaded when there is something to send. */
outbox.register('fragrance', async (payload, context) =>
  (await import('../../backend/repositories/keepFragrance.ts')).sendFragrance(payload, context),
);
outbox.register('share', async (payload, { signal }) =>
  (await import('../sharing/publishShare.ts')).sendWaitingShare(payload, signal),
);
outbox.register('submission', async (payload, { signal }) =>
  (await import('./submit.ts')).sendWaitingSubmission(payload, signal),
);
outbox.register('contact', async (payload, { signal }) =>
  (await import('../../backend/repositories/contact.ts')).sendContactMessage(payload as never, { signal }),
);
