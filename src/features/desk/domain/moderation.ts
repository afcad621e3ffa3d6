import type { DeskItem } from './rows.ts';

/** A public thing that can be hidden. */
export interface Subject {
  subject: 'fragrance' | 'share' | 'room';
  id: string;
}

/** The public thing that an item is, or is about; null for another item. */
export function subjectOf(item: DeskItem): Subject | null {
  if (item.kind === 'fragrance') return { subject: 'fragrance', id: item.id };
  if (item.kind === 'report' && item.subject !== 'member') return { subject: item.subject, id: item.subjectId };
  return null;
}

/** True when the item, or the thing it is about, can be hidden now. */
export const canHide = (item: DeskItem): boolean =>
  (item.kind === 'fragrance' && (item.isPublic || item.hiddenCause === 'reports')) ||
  (item.kind === 'report' && item.subject !== 'member' && (item.shown || item.hiddenCause === 'reports'));

/** True when it can be given back, or reports about it can be laid aside. */
export const canRestore = (item: DeskItem): boolean =>
  subjectOf(item) !== null &&
  ((item.kind === 'report' && item.hiddenCause !== 'block' && (item.hiddenCause !== null || item.clearedAt === null)) ||
    (item.kind === 'fragrance' && item.hiddenCause !== null && item.hiddenCause !== 'block'));

/** The member who can be blocked for an item; null where there is none. */
export function blockableOf(item: DeskItem): string | null {
  if (item.kind === 'member') return item.owner || item.blockedAt !== null ? null : item.id;
  return item.kind === 'report' && item.subject !== 'member' ? item.member : null;
}

/** The member whose block can be ended. */
export function blockedOf(item: DeskItem): string | null {
  if (item.kind === 'member') return item.blockedAt === null ? null : item.id;
  if (item.kind !== 'report') return null;
  return item.subject === 'member'
    ? item.shown
      ? null
      : item.subjectId
    : item.hiddenCause === 'block'
      ? item.member
      : null;
}

/** Bounds of a reason, which the person concerned reads, characters. */
export const REASON_LENGTH = { min: 3, max: 500 } as const;

/** What is wrong with a reason; undefined when nothing is. */
export function validateReason(reason: string): string | undefined {
  const { length } = reason.trim();
  return length < REASON_LENGTH.min || length > REASON_LENGTH.max
    ? `Please give a reason of ${REASON_LENGTH.min} to ${REASON_LENGTH.max} characters.`
    : undefined;
}

/** The longest note, characters. */
export const MAX_NOTE_LENGTH = 2000;
