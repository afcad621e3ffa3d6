/**
 * Toasts as data: state modules call `notify`, and src/app/notices/Notices.tsx shows the toasts. No React here, so that
 * actions can be tested without a page.
 */

export interface Notice {
  kind: 'success' | 'error' | 'info' | 'warning';
  title: string;
  description?: string;
  /** The page shows the content of the description: on a phone only the title is visible. */
  pageShowsRest?: boolean;
  /** Milliseconds; 4000 by default. */
  duration?: number;
  /** Top right by default; the bottom if a control at the top would be covered. */
  position?: 'top-center';
  /** A notice with the same key replaces the earlier one. */
  key?: string;
}

/** Duration of a notice of the results, ms: 1.5 to 3 s including its animation. */
export const RESULTS_NOTICE_MS = 2500;
/** Duration of the notices of accounts, store, playlist and contact, ms (docs/decisions.md, 64). */
export const NOTICE_MS = 3000;

type Listener = (notice: Notice) => void;
const listeners = new Set<Listener>();
const waitingNotices: Notice[] = [];

/** Shows a notice, or queues it until a listener is there. */
export function notify(notice: Notice): void {
  if (listeners.size === 0) waitingNotices.push(notice);
  for (const listener of listeners) listener(notice);
}

/** Listens to notices, queued ones first; returns an unsubscribe function. */
export function onNotice(listener: Listener): () => void {
  listeners.add(listener);
  for (const notice of waitingNotices.splice(0)) listener(notice);
  return () => listeners.delete(listener);
}
