import { proxy, ref } from 'valtio';
import { readEach } from '../../../core/schema/parts.ts';
import { localStore } from '../../../core/storage/localStore.ts';
import { pictureUrl, readShop } from '../backend/shop.ts';
import { OWN_BOTTLE_ID, shopProductSchema, type ShopProduct } from '../domain/shop.ts';
import { DEFAULT_PRODUCTS, storeFragrance, type StoreFragrance } from '../domain/storeCatalogue.ts';

export { pictureUrl };

/** Local key of the copy of what is sold, for a store without a connection. */
export const SHOP_KEY = 'accord:shop';

/** What is sold. Its objects never change: a snapshot has them as they are. */
export interface Offers {
  /** The bottles of the store, in the owner's order. */
  fragrances: readonly StoreFragrance[];
  /** The bottle of one's own; null: it is not sold. */
  own: ShopProduct | null;
}

function offersOf(products: readonly ShopProduct[]): Offers {
  return {
    fragrances: products.flatMap((product) => storeFragrance(product) ?? []),
    own: products.find(({ id }) => id === OWN_BOTTLE_ID) ?? null,
  };
}

/** What is sold, as far as this device knows. `loading`: the backend has not been asked, or has not answered yet. */
export const shop = proxy<{ status: 'loading' | 'ready' | 'away'; offers: Offers }>({
  status: 'loading',
  offers: ref(offersOf(DEFAULT_PRODUCTS)),
});

let known = false;
let last: Promise<void> | undefined;

/** Asks what is sold. Until the answer comes, and where none comes, the copy on this device holds, else the default. */
export function loadShop(): Promise<void> {
  if (!known) {
    known = true;
    const kept = readEach(localStore.read(SHOP_KEY), shopProductSchema);
    if (kept.length > 0) shop.offers = ref(offersOf(kept));
  }
  return (last ??= ask().finally(() => (last = undefined)));
}

async function ask(): Promise<void> {
  try {
    const products = await readShop();
    Object.assign(shop, { status: 'ready', offers: ref(offersOf(products)) });
    localStore.keep(SHOP_KEY, products);
  } catch {
    // An older database has no such function, and sells what it always sold.
    shop.status = 'away';
  }
}
