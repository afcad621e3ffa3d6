import * as z from 'zod/mini';
import { priceWords } from '../../../../supabase/functions/_shared/common/price.ts';
import { listOf, nameOf, noteCode, textOf, whole } from '../../../core/schema/parts.ts';

/* What the shop sells: rows of the database function `shop`, and their copy on this device. */

/** `remaining` ends here: as many or more are left. */
const MANY_LEFT = 20;
/** Id of the bottle of one's own. */
export const OWN_BOTTLE_ID = 'custom';

/** A product of the shop; `essence` is null for the bottle of one's own. */
export const shopProductSchema = z.object({
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/)),
  name: nameOf(120),
  description: textOf(1000),
  /** Notes in playing order. */
  essence: z.nullable(listOf(noteCode, 8, 1)),
  edition: textOf(60),
  quantity: textOf(60),
  /** As printed on the box. */
  size: textOf(60),
  bottleColor: z.enum(['white', 'black', 'silver']),
  /** In the currency's own unit. */
  price: z.nullable(z.number().check(z.positive())),
  /** ISO 4217. */
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** Name of an object in the bucket `shop`. */
  picture: z.nullable(z.string().check(z.regex(/^[0-9a-f]{32}\.(png|jpg|webp)$/))),
  /** Id at the external shop. */
  externalId: z.nullable(textOf(100, 1)),
  /** Where it is sent, ISO 3166-1; null: everywhere. */
  countries: z.nullable(listOf(z.string().check(z.regex(/^[A-Z]{2}$/)), 300, 1)),
  /** How many can still be ordered, at most {@link MANY_LEFT}; null: not counted. */
  remaining: z.nullable(whole(0, MANY_LEFT)),
});
export type ShopProduct = z.output<typeof shopProductSchema>;

/** Under which terms something is sold. */
export type Terms = Pick<ShopProduct, 'price' | 'currency' | 'countries' | 'remaining'>;

/** "€85.50"; null where the shop names no price. */
export function termsPrice({ price, currency }: Pick<Terms, 'price' | 'currency'>): string | null {
  return price === null || currency === null ? null : priceWords(price, currency);
}

export const isSoldOut = ({ remaining }: Pick<Terms, 'remaining'>): boolean => remaining === 0;

/** "Sold out", "3 left"; null where nothing is counted or many are left. */
export function stockWords({ remaining }: Pick<Terms, 'remaining'>): string | null {
  if (remaining === null || remaining >= MANY_LEFT) return null;
  return remaining === 0 ? 'Sold out' : `${remaining} left`;
}

/** Price and stock, as far as they are told: ["€85.50", "3 left"]. */
export function offerWords(terms: Pick<Terms, 'price' | 'currency' | 'remaining'>): string[] {
  return [termsPrice(terms), stockWords(terms)].filter((word) => word !== null);
}

/** Names of countries with their codes, by name. */
export function countryNames(codes: readonly string[]): { code: string; name: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Why the database refused an order, in plain words; null for any other reason. */
export function orderRefusal(hint: unknown): string | null {
  switch (hint) {
    case 'sold_out':
      return 'This bottle is sold out.';
    case 'not_sold':
      return 'This bottle is not sold any more.';
    case 'country':
      return 'We do not deliver to this country.';
    default:
      return null;
  }
}
