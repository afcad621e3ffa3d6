import { use } from 'react';
import { FragranceFace } from '../FragranceFace.tsx';
import { FlowerPlayer, type HeardFlowerProps } from './flowerPlayer.ts';

/**
 * A flower to be heard, as wide as its place: a press on a petal plays its note, any other press plays everything, or
 * stops it.
 */
export function HeardFlower(props: HeardFlowerProps) {
  const played = use(FlowerPlayer);
  const still = <FragranceFace fragrance={props.fragrance} label={props.label} className="drawing" />;
  return played === null ? still : played({ ...props, still });
}
