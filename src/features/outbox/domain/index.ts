export {
  readFragranceJob,
  readWaitingMessage,
  readWaitingShare,
  readWaitingSubmission,
  type FragranceJob,
  type Saver,
  type SendableFragrance,
  type WaitingShare,
  type WaitingSubmission,
} from './waiting.ts';
export { lazyWaiting } from './lazy.ts';
