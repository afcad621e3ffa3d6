/**
 * The words of the mails. Anybody may type anybody's address into a form, so a buyer's mail contains nothing from a
 * sender except a name, and that only if it looks like one. The operator's mail contains the sender's text, as plain
 * text.
 */
import { layOut, type MailPart, type MailContent } from './layout.ts';

/** A mail as the database hands it out (`claim_mail`). */
export interface ClaimedMail {
  id: string;
  claim: string;
  kind: string;
  recipient: string;
  data: Record<string, unknown>;
}

/** Longest name that a mail repeats, characters. */
const MAX_NAME = 40;

/** "Hello Ada," or "Hello," where the name could be more than a name: an address, a link, a number, a sentence. */
export function greetingFor(name: unknown): string {
  const plain =
    typeof name === 'string' &&
    [...name].length <= MAX_NAME &&
    /^[\p{L}\p{M}][\p{L}\p{M}'’. -]*$/u.test(name) &&
    // "example.com" has a point that no space follows; an initial has one letter before it.
    !/[\p{L}\p{M}]{2,}\.\S/u.test(name) &&
    name.split(/\s+/).length <= 5;
  return plain ? `Hello ${name},` : 'Hello,';
}

/** "3 March 2026" in UTC. */
function dayOf(date: unknown): string {
  const time = new Date(String(date));
  if (Number.isNaN(time.getTime())) return 'today';
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}

/** Ordered thing in words: a bottle of the store, by its id, or one of the buyer's own. */
const bottleWords = (bottle: unknown): string =>
  typeof bottle === 'string' && bottle !== 'own' ? bottle.replaceAll('-', ' ').toUpperCase() : 'a bottle of your own';

function orderMail(data: ClaimedMail['data']): MailContent {
  const count = Number(data['orders']);
  const what = `${count === 1 ? 'An order' : `${count} orders`} of ${bottleWords(data['bottle'])}`;
  return layOut('Your order at Accord', count === 1 ? 'We have your order' : 'We have your orders', [
    greetingFor(data['name']),
    `${what} came in under this address on ${dayOf(data['at'])}. We will write to you when it is on its way.`,
    'If it was not you, write to us.',
  ]);
}

type Entry = Readonly<Record<string, unknown>>;

/** "3 orders, 1 report". */
export function countWords(counts: Readonly<Record<string, unknown>>): string {
  return ['order', 'submission', 'message', 'report']
    .map((kind) => [Number(counts[kind] ?? 0), kind] as const)
    .filter(([count]) => count > 0)
    .map(([count, kind]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
    .join(', ');
}

/** Body of a report: its subject, its address, and how to hide it. */
function reportParts({ subject, subject_id: id, name, reason, details }: Entry, siteUrl: string): MailPart[] {
  const isShare = subject === 'share';
  const page = isShare
    ? `/share/${String(id)}`
    : `/playlist/${encodeURIComponent(String(name))}?id=${encodeURIComponent(String(id))}`;
  const row = isShare
    ? `fragrance_shares with the share_id ${String(id)}`
    : `fragrance_profiles with the id ${String(id)}`;
  return [
    `Report of a ${String(subject)}, ${String(reason)}${typeof details === 'string' && details !== '' ? `: ${details}` : '.'}`,
    ...(isShare || typeof name === 'string' ? [{ link: siteUrl + page, words: 'See its page' }] : []),
    `To hide it, set "hidden" of the row of ${row} to true.`,
  ];
}

function entryParts(entry: Entry, siteUrl: string): MailPart[] {
  const from = `${String(entry['name'])} (${String(entry['email'])})`;
  if (entry['kind'] === 'order') return [`Order of ${String(entry['fragrance_name'])} by ${from}`];
  if (entry['kind'] === 'message') return [`Message of ${from}: ${String(entry['message'])}`];
  if (entry['kind'] === 'submission') return [`Submission of ${from}, recording ${String(entry['audio_path'])}`];
  return reportParts(entry, siteUrl);
}

/** The newest entries in their words, and how many there are in all. */
function operatorMail({ counts, entries }: ClaimedMail['data'], siteUrl: string): MailContent {
  const words = countWords(counts as Entry);
  const listed = entries as readonly Entry[];
  const all = Object.values(counts as Entry).reduce<number>((sum, count) => sum + Number(count), 0);
  return layOut(`New at Accord: ${words}`, 'New at Accord', [
    `${words}.`,
    ...listed.flatMap((entry) => entryParts(entry, siteUrl)),
    ...(all > listed.length ? [`And ${all - listed.length} more, which are in the database.`] : []),
  ]);
}

/** Subject and bodies of a mail. @throws Error for a kind that has no template */
export function buildMail(mail: ClaimedMail, siteUrl: string): MailContent {
  if (mail.kind === 'order') return orderMail(mail.data);
  if (mail.kind === 'operator') return operatorMail(mail.data, siteUrl);
  throw new Error(`There is no template for "${mail.kind}".`);
}
