import { priceWords } from '../../../../supabase/functions/_shared/common/price.ts';
import type { DeskItem } from './rows.ts';

/** One thing that is told of an item. */
export interface Fact {
  label: string;
  value: string;
  /** An address to write to, a moment, or a text of several lines; a word otherwise. */
  as?: 'mail' | 'date' | 'text' | 'alert';
}

/** Reasons of reports in words. */
const REASONS: Readonly<Record<string, string>> = {
  insult: 'Insult',
  sexual: 'Sexual',
  spam: 'Spam',
  impersonation: 'Impersonation',
  rights: 'Rights of others',
  other: 'Other',
};
const reasonWords = (reason: string): string => REASONS[reason] ?? reason;

const HIDDEN_BY: Readonly<Record<string, string>> = {
  desk: 'Hidden by an owner',
  reports: 'Hidden by reports',
  block: 'Hidden with its maker',
};

/** What an item is called in lists and in the names of its controls. */
export function titleOf(item: DeskItem): string {
  const name = item.name?.trim() ?? '';
  if (name !== '') return name;
  return 'email' in item && item.email ? item.email : 'No name';
}

type Entry = readonly [label: string, value: string | null, as?: Fact['as']];

/** What is told of an item below its title, without empty values. */
export function factsOf(item: DeskItem): Fact[] {
  return entriesOf(item).flatMap(([label, value, as]) =>
    value === null || value.trim() === '' ? [] : [{ label, value, ...(as === undefined ? {} : { as }) }],
  );
}

function entriesOf(item: DeskItem): Entry[] {
  switch (item.kind) {
    case 'order':
      return [
        ['Cancelled', item.cancelledAt, 'date'],
        ['Email', item.email, 'mail'],
        ['Address', item.confirmed ? 'Confirmed by a member' : 'Not confirmed'],
        ['Fragrance', item.fragranceName],
        ['Price', item.price === null || item.currency === null ? null : priceWords(item.price, item.currency)],
        ['Goes to', item.country],
        ['Fragrance id', item.fragranceId],
        ['Name on the bottle', item.design?.name ?? null],
        ['Bottle', item.design?.bottle ?? null],
        ['Colour of the name', item.design?.color ?? null],
      ];
    case 'submission':
      return [
        ['Email', item.email, 'mail'],
        ['Fragrance', item.fragranceName],
      ];
    case 'message':
      return [
        ['Email', item.email, 'mail'],
        ['Message', item.message, 'text'],
      ];
    case 'report':
      return [
        [
          'About',
          { fragrance: 'A public fragrance', share: 'A shared page', room: 'A room', member: 'A member' }[item.subject],
        ],
        ['Made by', item.creator],
        ['Reports', reportWords(item.reports, item.reasons)],
        ...item.details
          .filter(({ details }) => details.trim() !== '')
          .map(({ reason, details }): Entry => [reasonWords(reason), details, 'text']),
        [hiddenLabel(item.hiddenCause), item.hiddenReason, 'alert'],
        ['Looked at and left', item.clearedAt, 'date'],
        ['Answer of its maker', item.answer, 'text'],
      ];
    case 'fragrance':
      return [
        ['Made by', item.creatorName],
        ['Description', item.description, 'text'],
        ['Top', listed(item.topNotes)],
        ['Middle', listed(item.middleNotes)],
        ['Base', listed(item.baseNotes)],
        ['Reports', item.reports === 0 ? null : String(item.reports)],
        [hiddenLabel(item.hiddenCause), item.hiddenReason, 'alert'],
        ['Public', item.isPublic || item.hiddenCause !== null ? null : 'Not any more: its maker took it back'],
      ];
    case 'member':
      return [
        ['Email', item.email, 'mail'],
        ['Address', item.confirmed ? 'Confirmed' : 'Not confirmed'],
        ['Location', item.location],
        ['Last login', item.lastSignInAt, 'date'],
        ['Role', item.owner ? 'Owner of the desk' : null],
        ['Blocked', item.blockReason, 'alert'],
      ];
  }
}

const hiddenLabel = (cause: string | null): string => (cause === null ? 'Hidden' : (HIDDEN_BY[cause] ?? 'Hidden'));
const listed = (words: readonly string[] | null): string | null => words?.join(', ') ?? null;

/** "1 (Insult)", "3 (Insult 2, Spam 1)". */
function reportWords(count: number, reasons: Readonly<Record<string, number>>): string {
  const each = Object.entries(reasons);
  if (each.length === 0) return String(count);
  const words = each.map(([reason, times]) =>
    each.length === 1 ? reasonWords(reason) : `${reasonWords(reason)} ${times}`,
  );
  return `${count} (${words.join(', ')})`;
}
