import { BOTTLE_HEIGHT, BOTTLE_WIDTH } from '#features/fragrance/domain/drawing/bottle/bottle.ts';
import { Bottle } from '#features/fragrance/components/Bottle.tsx';
import { DeferredPart } from '#ui/loading/DeferredPart.tsx';
import { storeBottle, type StoreFragrance } from '#features/community/domain/storeCatalogue.ts';

/** Placeholder of a bottle that is not drawn yet. */
export const BOTTLE_SHAPE = { aspectRatio: `${BOTTLE_WIDTH} / ${BOTTLE_HEIGHT}` };

/** The drawn bottle of a product; decorative. */
export function ProductPicture({ fragrance, className }: { fragrance: StoreFragrance; className: string }) {
  return (
    <DeferredPart waiting={<div className={className} style={BOTTLE_SHAPE} />}>
      <Bottle {...storeBottle(fragrance)} className={className} />
    </DeferredPart>
  );
}
