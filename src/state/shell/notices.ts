/**
 * Toasts as data: whoever changes state says what the visitor should know, and the shell
 * (src/app/notices/Notices.tsx) shows it. No React here, so that actions can be tested without a page.
 */

export interface Notice {
  kind: 'success' | 'error' | 'info' | 'warning';
  title: string;
  description?: string;
  /** Milliseconds; 4000 by default. */
  duration?: number;
  /** Top right unless another place is asked for. */
  position?: 'top-center';
  /** A notice with the same key replaces the earlier one. */
  key?: string;
}

/** How long a notice of the results stays, ms: between 1.5 and 3 s with its leaving. */
export const RESULTS_NOTICE_MS = 2500;
/** How long the notices of the accounts stay, ms (docs/decisions.md, 34). */
export const ACCOUNT_NOTICE_MS = 3000;

type Listener = (notice: Notice) => void;
const listeners = new Set<Listener>();
const waiting: Notice[] = [];

/** Shows a notice, or keeps it until the shell listens. */
export function notify(notice: Notice): void {
  if (listeners.size === 0) waiting.push(notice);
  for (const listener of listeners) listener(notice);
}

/** Listens to notices, first to those that waited; returns an unsubscribe function. */
export function onNotice(listener: Listener): () => void {
  listeners.add(listener);
  for (const notice of waiting.splice(0)) listener(notice);
  return () => listeners.delete(listener);
}
