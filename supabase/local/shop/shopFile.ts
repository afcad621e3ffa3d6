/** The shop as the file that its owner edits, and as rows of `shop_products`. */
import * as z from 'zod';

const MAX_STOCK = 1_000_000;
const currencies = new Set(Intl.supportedValuesOf('currency'));
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const line = (most: number) => z.string().trim().min(1).max(most);
const price = z.number().positive().max(1_000_000);
const currency = z.string().refine((code) => currencies.has(code), 'is no code of a currency, such as EUR');
const countries = z
  .array(
    z
      .string()
      .refine(
        (code) => /^[A-Z]{2}$/.test(code) && regions.of(code) !== undefined,
        'is no code of a country, such as DE',
      ),
  )
  .min(1);
const stock = z.int().min(0).max(MAX_STOCK);

const sold = {
  size: line(60).optional(),
  price: price.optional(),
  currency: currency.optional(),
  stock: stock.optional(),
  countries: countries.optional(),
  externalId: line(100).optional(),
};

const product = z.strictObject({
  id: z.string().regex(/^(?!custom(-|$))[a-z0-9][a-z0-9-]{0,59}$/, 'has small letters, digits and hyphens'),
  name: line(120),
  description: z.string().trim().max(1000).optional(),
  notes: z
    .array(z.string().regex(/^(C#?|D#?|E|F#?|G#?|A#?|B)[0-8]$/, 'is no note, such as A#3'))
    .min(1)
    .max(8)
    .refine((notes) => new Set(notes).size === notes.length, 'has a note twice'),
  edition: line(60).optional(),
  quantity: line(60).optional(),
  bottle: z.enum(['white', 'black', 'silver']).optional(),
  picture: line(300).optional(),
  ...sold,
});

const shopFile = z.strictObject({
  /** For all products that name no other. */
  currency: currency.optional(),
  /** Where things are sent, for all products that name no others. Absent: everywhere. */
  countries: countries.optional(),
  products: z
    .array(product)
    .max(100)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'have an id twice'),
  /** The bottle of one's own; null: it is not sold. */
  ownBottle: z.nullable(z.strictObject(sold)),
});
export type ShopFile = z.output<typeof shopFile>;

/** A row of `shop_products` as `desk_shop` gives it. */
export interface ShopRow {
  id: string;
  on_sale: boolean;
  name: string;
  description: string;
  essence: string[] | null;
  edition: string;
  quantity: string;
  size: string;
  bottle_color: 'white' | 'black' | 'silver';
  price: number | null;
  currency: string | null;
  stock: number | null;
  picture: string | null;
  external_id: string | null;
  countries: string[] | null;
  ordered: number;
}

export type NewRow = Partial<Omit<ShopRow, 'on_sale' | 'ordered'>> & Pick<ShopRow, 'id' | 'name'>;

/** The file of a text. @throws Error with a line for each thing that is wrong */
export function readShop(text: string): ShopFile {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new Error(`The file is no JSON: ${(error as Error).message}`, { cause: error });
  }
  const { success, data, error } = shopFile.safeParse(given);
  if (!success)
    throw new Error(error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`).join('\n'));
  for (const one of [...data.products, ...(data.ownBottle ? [data.ownBottle] : [])])
    if (one.price !== undefined && (one.currency ?? data.currency) === undefined)
      throw new Error('currency: is needed where there is a price');
  return data;
}

/** The rows of a file; `pictures` has the stored name of each picture that the file names. */
export function rowsOf(file: ShopFile, pictures: ReadonlyMap<string, string>): NewRow[] {
  const soldAs = (one: z.output<z.ZodObject<typeof sold>>) => ({
    ...(one.size === undefined ? {} : { size: one.size }),
    price: one.price ?? null,
    currency: one.price === undefined ? null : (one.currency ?? file.currency ?? null),
    stock: one.stock ?? null,
    external_id: one.externalId ?? null,
    countries: one.countries ?? file.countries ?? null,
  });
  return [
    ...(file.ownBottle ? [{ id: 'custom', name: 'A bottle of your own', ...soldAs(file.ownBottle) }] : []),
    ...file.products.map((one) => ({
      id: one.id,
      name: one.name,
      description: one.description ?? '',
      essence: one.notes,
      edition: one.edition ?? '',
      quantity: one.quantity ?? '',
      bottle_color: one.bottle ?? ('white' as const),
      picture: one.picture === undefined ? null : (pictures.get(one.picture) ?? null),
      ...soldAs(one),
    })),
  ];
}

/** The text of the file that describes what is sold now. Pictures have their stored names, which are taken as they are. */
export function shopText(rows: readonly ShopRow[]): string {
  const soldIn = (row: ShopRow) => ({
    ...(row.size ? { size: row.size } : {}),
    ...(row.price === null ? {} : { price: row.price, currency: row.currency! }),
    ...(row.stock === null ? {} : { stock: row.stock }),
    ...(row.countries === null ? {} : { countries: row.countries }),
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
  });
  const sold = rows.filter(({ on_sale }) => on_sale);
  const own = sold.find(({ id }) => id === 'custom');
  const file: ShopFile = {
    products: sold
      .filter(({ id }) => id !== 'custom')
      .map((row) => ({
        id: row.id,
        name: row.name,
        ...(row.description ? { description: row.description } : {}),
        notes: row.essence!,
        ...(row.edition ? { edition: row.edition } : {}),
        ...(row.quantity ? { quantity: row.quantity } : {}),
        bottle: row.bottle_color,
        ...(row.picture === null ? {} : { picture: row.picture }),
        ...soldIn(row),
      })),
    ownBottle: own === undefined ? null : soldIn(own),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** How the sales stand, a line each: "NAMIBIAN BREEZE: 12 ordered, 88 left". */
export function salesWords(rows: readonly ShopRow[]): string {
  return rows
    .filter(({ on_sale, ordered }) => on_sale || ordered > 0)
    .map(({ name, on_sale, ordered, stock }) => {
      const left = stock === null ? '' : `, ${Math.max(0, stock - ordered)} left`;
      return `${name}: ${ordered} ordered${on_sale ? left : ', not sold any more'}`;
    })
    .join('\n');
}
