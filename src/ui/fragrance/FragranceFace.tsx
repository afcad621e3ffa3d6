import { useMemo } from 'react';
import { drawFragrance } from '../../domain/drawing/drawing.ts';
import { drawingSvg } from '../../domain/drawing/drawingSvg.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { usePalette } from './usePalette.ts';

export interface FragranceFaceProps {
  profile: Pick<Fragrance, 'musicEssence' | 'intensity' | 'complexity' | 'persistence' | 'trace'>;
  /** Text alternative; without it the drawing is decoration. */
  label?: string;
  className?: string | undefined;
  /** Paint the tinted paper under it. */
  background?: boolean;
}

/** The face of a fragrance: the drawing made from its profile alone. */
export function FragranceFace({ profile, label, className, background = false }: FragranceFaceProps) {
  const palette = usePalette();
  const drawing = useMemo(() => drawFragrance(profile), [profile]);
  const markup = useMemo(
    () => ({ __html: drawingSvg(drawing, palette, { background, ...(label === undefined ? {} : { label }) }) }),
    [drawing, palette, background, label],
  );
  // The markup is our own: numbers, colours, and a label that is escaped.
  return <div className={className} dangerouslySetInnerHTML={markup} />;
}
