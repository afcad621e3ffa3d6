import { useMemo } from 'react';
import { drawFragrance } from '../domain/drawing/drawing.ts';
import type { Drawable } from '../domain/drawing/shapes.ts';
import { drawingSvg } from '../domain/drawing/drawingSvg.ts';
import { usePalette } from './usePalette.ts';

interface FragranceFlowerProps {
  fragrance: Drawable;
  /** Text alternative; decorative without one. */
  label?: string;
  className?: string | undefined;
  /** Paints the tinted paper under it. */
  background?: boolean;
}

/** The flower of a fragrance, drawn from its data only. */
export function FragranceFlower({ fragrance, label, className, background = false }: FragranceFlowerProps) {
  const palette = usePalette();
  const drawing = useMemo(() => drawFragrance(fragrance), [fragrance]);
  const markup = useMemo(
    () => ({ __html: drawingSvg(drawing, palette, { background, ...(label === undefined ? {} : { label }) }) }),
    [drawing, palette, background, label],
  );
  // Safe: the markup is generated here from numbers, colours and an escaped label.
  return <div className={className} dangerouslySetInnerHTML={markup} />;
}
