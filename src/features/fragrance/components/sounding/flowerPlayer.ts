import { createContext, type ReactNode } from 'react';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { Drawable } from '#features/fragrance/domain/drawing/shapes.ts';

export interface PlayingFlowerProps {
  /** A whole fragrance is heard as its recording, any other drawing as its notes. */
  fragrance: Drawable | Fragrance;
  /** Text alternative. */
  label: string;
  /** Words of the button under it that plays everything; without them the flower alone is pressed. */
  action?: string;
}

export interface PlayedFlowerProps extends PlayingFlowerProps {
  /** The same flower where its sound cannot be loaded. */
  still: ReactNode;
}

/** Renders the flowers that are heard on the screens of all features: the shell has the player. Without it they are still. */
export const FlowerPlayer = createContext<((flower: PlayedFlowerProps) => ReactNode) | null>(null);
