import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import type { BottleColor } from '#features/fragrance/domain/drawing/bottle/finishes.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';

/** A bottle for preorder. Its tiers follow from its essence, as for every fragrance. */
export interface StoreFragrance extends Pick<
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
> {
  id: string;
  edition: string;
  quantity: string;
  /** As printed on the box. */
  size: string;
  bottleColor: BottleColor;
}

interface Entry {
  id: string;
  name: string;
  description: string;
  /** Four notes of the catalogue, in playing order. */
  essence: readonly [NoteCode, NoteCode, NoteCode, NoteCode];
  bottleColor: BottleColor;
}

const CATALOGUE_ENTRIES: readonly Entry[] = [
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

/** Size of every bottle. */
export const BOTTLE_SIZE = '50mm/1.7 fl oz';

/** The bottles of the store. */
export const STORE_FRAGRANCES: readonly StoreFragrance[] = CATALOGUE_ENTRIES.map(
  ({ id, name, description, essence, bottleColor }) => {
    const made = fragranceFromEssence({ essence, name, source: 'keys', now: new Date(0) });
    const { musicEssence, topNotes, middleNotes, baseNotes, intensity, complexity, persistence } = made;
    return {
      id,
      name,
      description,
      musicEssence,
      topNotes,
      middleNotes,
      baseNotes,
      intensity,
      complexity,
      persistence,
      edition: '01/1000',
      quantity: '01',
      size: BOTTLE_SIZE,
      bottleColor,
    };
  },
);

/** The fields of a product from which its bottle is drawn. */
export const storeBottle = (fragrance: StoreFragrance) => ({
  bottle: fragrance.bottleColor,
  fragrance,
  name: fragrance.name,
  color: '#000000',
});
