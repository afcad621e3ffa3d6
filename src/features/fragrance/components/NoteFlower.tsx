import { useLayoutEffect, useMemo, useRef } from 'react';
import { drawingSvg } from '../domain/drawing/drawingSvg.ts';
import type { Drawing, DrawingShape } from '../domain/drawing/shapes.ts';
import { usePalette } from './usePalette.ts';
import styles from './NoteFlower.module.css';

interface NoteFlowerProps {
  drawing: Drawing;
  /** Marks which shapes are shown in full; the others are faint. */
  shows: (shape: DrawingShape) => boolean;
  className?: string | undefined;
}

/** A flower with some petals in full. Decorative: the text beside it names their notes. */
export function NoteFlower({ drawing, shows, className = '' }: NoteFlowerProps) {
  const palette = usePalette();
  const markup = useMemo(() => ({ __html: drawingSvg(drawing, palette, { background: false }) }), [drawing, palette]);
  const flower = useRef<HTMLDivElement>(null);
  // Marks the paths in place: a new drawing for each note would cost the keyboard time. After each render, as another
  // palette replaces them.
  useLayoutEffect(() => {
    const paths = flower.current!.querySelectorAll('path');
    for (const [i, shape] of drawing.shapes.entries()) paths[i]?.toggleAttribute('data-away', !shows(shape));
  });
  // Safe: the markup is generated here from numbers and colours.
  return <div ref={flower} className={`${styles.face} ${className}`} dangerouslySetInnerHTML={markup} />;
}
