import { BOTTLE_HEIGHT, BOTTLE_WIDTH } from '../../../fragrance/domain/index.ts';
import { Bottle } from '../../../fragrance/parts/index.ts';
import { DeferredPart } from '../../../../ui/loading/DeferredPart.tsx';
import type { StoreFragrance } from '../../domain/storeCatalogue.ts';
import { pictureUrl } from '../../state/shop.ts';

/** Placeholder of a bottle that is not drawn yet. */
export const BOTTLE_SHAPE = { aspectRatio: `${BOTTLE_WIDTH} / ${BOTTLE_HEIGHT}` };

/** The owner's picture of a product, else its drawn bottle; decorative. */
export function ProductPicture({ fragrance, className }: { fragrance: StoreFragrance; className: string }) {
  const { picture, bottleColor, name } = fragrance;
  if (picture !== null)
    return (
      <img
        src={pictureUrl(picture)}
        alt=""
        className={className}
        style={{ ...BOTTLE_SHAPE, objectFit: 'contain' }}
        loading="lazy"
        decoding="async"
      />
    );
  return (
    <DeferredPart waiting={<div className={className} style={BOTTLE_SHAPE} />}>
      <Bottle bottle={bottleColor} fragrance={fragrance} name={name} color="#000000" className={className} />
    </DeferredPart>
  );
}
