/* The lists of the desk, and the states of their items (docs/desk.md). */

/** What the desk has lists of. */
export const KINDS = ['order', 'submission', 'message', 'report', 'fragrance', 'member'] as const;
export type Kind = (typeof KINDS)[number];

/** States of an item, in the order in which work goes on. */
export const STATES = ['new', 'seen', 'done', 'refused'] as const;
export type ItemState = (typeof STATES)[number];

export const STATE_LABELS: Readonly<Record<ItemState, string>> = {
  new: 'New',
  seen: 'Seen',
  done: 'Done',
  refused: 'Refused',
};

/** The name of a list, as its tab and its files have it. */
export const LIST_NAMES: Readonly<Record<Kind, string>> = {
  order: 'Orders',
  submission: 'Submissions',
  message: 'Messages',
  report: 'Reports',
  fragrance: 'Fragrances',
  member: 'Members',
};

/** Counts at the desk end here: the database says 1000 for "1000 or more". */
const COUNT_LIMIT = 1000;

/** The label of a tab with the number of its new items. */
export function tabLabel(kind: Kind, fresh: number): string {
  if (fresh === 0) return LIST_NAMES[kind];
  return `${LIST_NAMES[kind]} (${fresh >= COUNT_LIMIT ? `${COUNT_LIMIT}+` : fresh} new)`;
}

/** A number of items in words: "1 order", "3 reports". */
export function countOf(kind: Kind, count: number): string {
  return `${count} ${count === 1 ? kind : `${kind}s`}`;
}

export const isKind = (value: unknown): value is Kind => (KINDS as readonly unknown[]).includes(value);
