import { fragranceFromEssence, type BottleColor, type Fragrance } from '../../fragrance/domain/index.ts';
import type { NoteCode } from '../../../core/pitch/pitch.ts';
import { OWN_BOTTLE_ID, type ShopProduct } from './shop.ts';

/** A bottle for preorder. Its tiers follow from its essence, as for every fragrance. */
export interface StoreFragrance
  extends
    Pick<
      Fragrance,
      | 'name'
      | 'description'
      | 'musicEssence'
      | 'topNotes'
      | 'middleNotes'
      | 'baseNotes'
      | 'intensity'
      | 'complexity'
      | 'persistence'
    >,
    Omit<ShopProduct, 'name' | 'description' | 'essence'> {}

/** The bottle of a product; null for that of one's own. */
export function storeFragrance({ essence, name, description, ...terms }: ShopProduct): StoreFragrance | null {
  if (essence === null) return null;
  const { musicEssence, topNotes, middleNotes, baseNotes, intensity, complexity, persistence } = fragranceFromEssence({
    essence,
    name,
    source: 'keys',
    now: new Date(0),
  });
  return {
    ...terms,
    name,
    description,
    musicEssence,
    topNotes,
    middleNotes,
    baseNotes,
    intensity,
    complexity,
    persistence,
  };
}

const EDITION = '01/1000';
const QUANTITY = '01';
const SIZE = '50mm/1.7 fl oz';

interface Entry {
  id: string;
  name: string;
  description: string;
  /** Four notes of the catalogue, in playing order. */
  essence: readonly [NoteCode, NoteCode, NoteCode, NoteCode];
  bottleColor: BottleColor;
}

const ENTRIES: readonly Entry[] = [
  {
    id: 'namibian-breeze',
    name: 'NAMIBIAN BREEZE',
    description:
      'Morning fog from the Atlantic rolls over warm dunes: sea spray first, then saffron and the resin of a desert myrrh, and the smell of dry earth at the first rain.',
    // G minor seventh: Mitti Attar, Myrrh, Saffron, Sea Spray.
    essence: ['G0', 'D3', 'F4', 'A#7'],
    bottleColor: 'white',
  },
  {
    id: 'noise-pollution',
    name: 'NOISE POLLUTION',
    description:
      'The city at full volume: ozone off the overhead wires, a metallic heat of clove, worn leather, and fresh tar underneath.',
    // A dissonant cluster, D against C sharp with a tritone on top: Birch Tar, Leather, Clove, Ozone.
    essence: ['C#0', 'E1', 'D4', 'G#8'],
    bottleColor: 'black',
  },
  {
    id: 'shibuya-crossing',
    name: 'SHIBUYA CROSSING',
    description:
      'Green for everyone at once: a metallic flash of neon and yuzu over wet streets, osmanthus from somebody passing, and the calm of a hinoki bath at the end of the day.',
    // B flat minor: Hinoki, Osmanthus, Yuzu, Rose Oxide.
    essence: ['A#3', 'C#5', 'A#6', 'F8'],
    bottleColor: 'white',
  },
];

/** What is sold where the owner has changed nothing, as the database has it (`shop_products`; a test compares them). */
export const DEFAULT_PRODUCTS: readonly ShopProduct[] = [
  {
    id: OWN_BOTTLE_ID,
    name: 'A bottle of your own',
    description: '',
    essence: null,
    edition: '',
    quantity: '',
    bottleColor: 'white',
  } as const,
  ...ENTRIES.map(({ essence, ...entry }) => ({
    ...entry,
    essence: [...essence],
    edition: EDITION,
    quantity: QUANTITY,
  })),
].map((entry) => ({
  ...entry,
  size: SIZE,
  price: null,
  currency: null,
  picture: null,
  externalId: null,
  countries: null,
  remaining: null,
}));
