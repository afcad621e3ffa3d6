import { useMemo } from 'react';
import { drawFragrance, drawingSvg, type Fragrance } from '../../../fragrance/domain/index.ts';
import { usePalette } from '../../../fragrance/parts/index.ts';
import { agedDrawing, FRESH, type Age } from '../../domain/age.ts';

interface AgedFaceProps {
  fragrance: Fragrance;
  age?: Age;
  /** Text alternative; decorative without one. */
  label?: string;
  className?: string | undefined;
}

/** The face of a fragrance as it is at an age. */
export function AgedFace({ fragrance, age = FRESH, label, className }: AgedFaceProps) {
  const palette = usePalette();
  const drawing = useMemo(() => drawFragrance(fragrance), [fragrance]);
  const { present, pressed } = age;
  const { top, middle, base } = present;
  const markup = useMemo(() => {
    const aged = agedDrawing(drawing, fragrance, { present: { top, middle, base }, pressed });
    return { __html: drawingSvg(aged, palette, { background: false, ...(label === undefined ? {} : { label }) }) };
  }, [drawing, fragrance, palette, label, top, middle, base, pressed]);
  // Safe: the markup is generated here from numbers, colours and an escaped label.
  return <div className={className} dangerouslySetInnerHTML={markup} />;
}
