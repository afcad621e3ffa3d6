import { useMemo } from 'react';
import { drawFragrance } from '../../domain/drawing/drawing.ts';
import type { Drawable } from '../../domain/drawing/shapes.ts';
import { drawingSvg } from '../../domain/drawing/drawingSvg.ts';
import { usePalette } from './usePalette.ts';

export interface FragranceFaceProps {
  fragrance: Drawable;
  /** Text alternative; without it the drawing is decoration. */
  label?: string;
  className?: string | undefined;
  /** Paint the tinted paper under it. */
  background?: boolean;
}

/** The face of a fragrance: the drawing made from its scent alone. */
export function FragranceFace({ fragrance, label, className, background = false }: FragranceFaceProps) {
  const palette = usePalette();
  const drawing = useMemo(() => drawFragrance(fragrance), [fragrance]);
  const markup = useMemo(
    () => ({ __html: drawingSvg(drawing, palette, { background, ...(label === undefined ? {} : { label }) }) }),
    [drawing, palette, background, label],
  );
  // The markup is our own: numbers, colours, and a label that is escaped.
  return <div className={className} dangerouslySetInnerHTML={markup} />;
}
