import { cleanAddress, cleanLines, cleanName } from '#core/values/nameRules.ts';
import { seededRandom } from '#core/values/random.ts';

/* Rules and messages for preorders and contact messages. */

export const MIN_PREORDER_NAME_LENGTH = 2;
/** Maximum name in a preorder or a message, characters. */
export const MAX_BUYER_NAME_LENGTH = 100;
export const MIN_MESSAGE_LENGTH = 10;
export const MAX_MESSAGE_LENGTH = 5000;

export function validatePreorderName(name: string): string | undefined {
  const text = cleanName(name);
  if (text === '') return 'Name is required';
  if ([...text].length < MIN_PREORDER_NAME_LENGTH) return 'Name must be at least 2 characters';
  return validateLength('Name', text, MAX_BUYER_NAME_LENGTH);
}

export function validateContactName(name: string): string | undefined {
  const text = cleanName(name);
  return text === '' ? 'Name is required' : validateLength('Name', text, MAX_BUYER_NAME_LENGTH);
}

export function validateMessage(message: string): string | undefined {
  const text = cleanLines(message);
  if (text === '') return 'Message is required';
  if ([...text].length < MIN_MESSAGE_LENGTH) return 'Message must be at least 10 characters long';
  return validateLength('Message', text, MAX_MESSAGE_LENGTH);
}

function validateLength(field: string, text: string, max: number): string | undefined {
  return [...text].length > max ? `${field} must be at most ${max} characters` : undefined;
}

/** Result of an order. `waiting`: it is sent once the connection is back. */
export type PreorderOutcome = 'sent' | 'waiting' | 'duplicate' | 'failed';

/** The key of a preorder. */
interface PreorderKey {
  email: string;
  fragranceId: string;
}

/** True for the same fragrance and the same e-mail, ignoring case. */
export function isSamePreorder(a: PreorderKey, b: PreorderKey): boolean {
  return a.fragranceId === b.fragranceId && cleanAddress(a.email).toLowerCase() === cleanAddress(b.email).toLowerCase();
}

/**
 * The product id of the buyer's own bottle; letters, digits and hyphens only. Uses the fragrance's id, else a hash of
 * the design, so that equal designs have equal ids.
 */
export function customFragranceId(
  ownId: string | undefined,
  design: { name: string; color: string; bottle: string },
): string {
  const part = (ownId ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  if (part !== '') return `custom-${part}`;
  const random = seededRandom(JSON.stringify([design.name, design.color, design.bottle]));
  return `custom-design-${Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36)).join('')}`;
}
