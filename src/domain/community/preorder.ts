import { isBlank } from '../fragrance/nameRules.ts';
import { seededRandom } from '../random.ts';

/* What is asked of a preorder and of a contact message, and the words when it falls short. */

export const MIN_PREORDER_NAME_LENGTH = 2;
/** The longest name that is stored with a preorder or a message, characters. */
export const MAX_BUYER_NAME_LENGTH = 100;
export const MIN_MESSAGE_LENGTH = 10;
export const MAX_MESSAGE_LENGTH = 5000;

export function validatePreorderName(name: string): string | undefined {
  const text = name.trim();
  if (isBlank(text)) return 'Name is required';
  if ([...text].length < MIN_PREORDER_NAME_LENGTH) return 'Name must be at least 2 characters';
  return validateLength('Name', text, MAX_BUYER_NAME_LENGTH);
}

export function validateContactName(name: string): string | undefined {
  const text = name.trim();
  return isBlank(text) ? 'Name is required' : validateLength('Name', text, MAX_BUYER_NAME_LENGTH);
}

export function validateMessage(message: string): string | undefined {
  const text = message.trim();
  if (isBlank(text)) return 'Message is required';
  if ([...text].length < MIN_MESSAGE_LENGTH) return 'Message must be at least 10 characters long';
  return validateLength('Message', text, MAX_MESSAGE_LENGTH);
}

function validateLength(field: string, text: string, max: number): string | undefined {
  return text.length > max ? `${field} must be at most ${max} characters` : undefined;
}

/** What tells one preorder from another. */
interface PreorderKey {
  email: string;
  fragranceId: string;
}

/** True when two preorders have the same fragrance and the same e-mail, whatever its capitals. */
export function isSamePreorder(a: PreorderKey, b: PreorderKey): boolean {
  return a.fragranceId === b.fragranceId && a.email.trim().toLowerCase() === b.email.trim().toLowerCase();
}

/**
 * The id under which a bottle of the visitor's own is ordered; letters, digits and hyphens only. A fragrance has an id
 * already; a bottle without one is known by its design, so that another design is another bottle and the same one the same.
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
