import { setTimeout as later } from 'node:timers/promises';

/** The time of a test's data that is of today, ms since 1970. */
export const today = (): number => Date.now();

/** Settles after all tasks and messages that are queued now: an ordering in Node, no wait for a time. */
export const nextTask = (): Promise<void> => later(1);
