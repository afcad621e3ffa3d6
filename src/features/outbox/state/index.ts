export { sendAndWait, type FirstTry } from './firstTry.ts';
export { outboxView, registerSender, removeWaiting, sendLater, sendNow, startOutbox, type Waiting } from './outbox.ts';
export { retryWhenOnline } from './whenOnline.ts';
