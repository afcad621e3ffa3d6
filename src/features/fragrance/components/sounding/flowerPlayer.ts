import { createContext, type ReactNode } from 'react';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { Drawable } from '#features/fragrance/domain/drawing/shapes.ts';

export interface PlayingFlowerProps {
  /** A whole fragrance plays its recording, any other drawing its notes. */
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

/**
 * Renders the flowers that play, on the screens of all features; the app sets the player. Without it they are still.
 */
export const FlowerPlayer = createContext<((flower: PlayedFlowerProps) => ReactNode) | null>(null);
