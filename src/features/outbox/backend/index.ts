export { outbox, sendRecordingNow } from './outbox.ts';
export type { SendContext, Sender } from './outboxContract.ts';
