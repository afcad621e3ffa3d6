import { use } from 'react';
import { FragranceFlower } from '../FragranceFlower.tsx';
import { FlowerPlayer, type PlayingFlowerProps } from './flowerPlayer.ts';

/**
 * A flower that plays, as wide as its place: a press on a petal plays its note, any other press plays everything, or
 * stops it.
 */
export function PlayingFlower(props: PlayingFlowerProps) {
  const played = use(FlowerPlayer);
  const still = <FragranceFlower fragrance={props.fragrance} label={props.label} className="drawing" />;
  return played === null ? still : played({ ...props, still });
}
