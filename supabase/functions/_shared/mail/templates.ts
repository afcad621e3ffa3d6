/**
 * What the mails say. Anybody may type anybody's address into a form, so a mail holds nothing that a sender wrote but a name, and
 * that only where it looks like one.
 */
import { priceWords } from '../common/price.ts';
import { layOut, type Written } from './layout.ts';

/** A mail as the database hands it out (`claim_mail`). */
export interface ClaimedMail {
  id: string;
  claim: string;
  kind: string;
  recipient: string;
  data: Record<string, unknown>;
  /** Of a mail that is written already: the auth service's. */
  subject: string | null;
  plain: string | null;
  html: string | null;
  created_at: string;
}

/** Longest name that a mail repeats, characters. */
const MAX_NAME = 40;

/** "Hello Ada," or "Hello," where the name could be more than a name: an address, a link, a number, a sentence. */
export function greeting(name: unknown): string {
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

/** Where an order of a mail can be cancelled. */
export function cancelLink(siteUrl: string, secret: string): string {
  return `${siteUrl}/cancel-order?order=${encodeURIComponent(secret)}`;
}

/** What an order is of, in words of the shop: an order's own words may be anybody's. */
function productWords({ product_name: name, price, currency, orders }: ClaimedMail['data']): string {
  const words = typeof name === 'string' ? name : 'a bottle of your own';
  return typeof price === 'number' && typeof currency === 'string'
    ? `${words} (${priceWords(price, currency)}${Number(orders) > 1 ? ' each' : ''})`
    : words;
}

function orderMail(data: ClaimedMail['data'], siteUrl: string): Written {
  const count = Number(data['orders']);
  const what = `${count === 1 ? 'An order' : `${count} orders`} of ${productWords(data)}`;
  return layOut(
    count === 1 ? 'Your order at Accord' : `${count} orders at Accord`,
    count === 1 ? 'We have your order' : 'We have your orders',
    [
      greeting(data['name']),
      `${what} came in under this address on ${dayOf(data['at'])}. We will write to you when it is on its way.`,
      `If you change your mind, or if it was not you who ordered, you can cancel:`,
      { link: cancelLink(siteUrl, String(data['secret'])), words: count === 1 ? 'Cancel the order' : 'See the orders' },
      'Opening the link cancels nothing yet: the page asks first.',
    ],
  );
}

const messageMail = (data: ClaimedMail['data']): Written =>
  layOut('We have your message to Accord', 'We have your message', [
    greeting(data['name']),
    'Thank you for writing. We read every message, and answer.',
    'If you did not write to us, somebody mistyped their address, and you can forget this mail.',
  ]);

const DIGEST_WORDS: readonly (readonly [key: string, one: string, many: string])[] = [
  ['order', 'order', 'orders'],
  ['cancelled', 'cancelled order', 'cancelled orders'],
  ['submission', 'submission', 'submissions'],
  ['message', 'message', 'messages'],
  ['report', 'report', 'reports'],
];

/** "3 orders, 1 report". */
export function digestWords(counts: Readonly<Record<string, unknown>>): string {
  return DIGEST_WORDS.map(([key, one, many]) => [Number(counts[key] ?? 0), one, many] as const)
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count >= 1000 ? '1,000 or more' : count} ${count === 1 ? one : many}`)
    .join(', ');
}

const digestMail = (data: ClaimedMail['data'], siteUrl: string): Written =>
  layOut(`New at Accord: ${digestWords(data)}`, 'New at the desk', [
    `${digestWords(data)}.`,
    { link: `${siteUrl}/desk`, words: 'Open the desk' },
    'This mail comes at most once a day, when there is something new, to the owners of this Accord.',
  ]);

/** Subject and bodies of a mail. @throws Error for a kind that has no template */
export function written(mail: ClaimedMail, siteUrl: string): Written {
  if (mail.subject !== null) return { subject: mail.subject, text: mail.plain ?? '', html: mail.html ?? '' };
  if (mail.kind === 'order') return orderMail(mail.data, siteUrl);
  if (mail.kind === 'message') return messageMail(mail.data);
  if (mail.kind === 'digest') return digestMail(mail.data, siteUrl);
  throw new Error(`There is no template for "${mail.kind}".`);
}
