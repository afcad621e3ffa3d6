import { useLayoutEffect, useMemo, useRef } from 'react';
import type { NoteCode } from '#ear/values/pitch.ts';
import { drawingSvg } from '../domain/drawing/drawingSvg.ts';
import type { Drawing } from '../domain/drawing/shapes.ts';
import { usePalette } from './usePalette.ts';
import styles from './NoteFace.module.css';

interface NoteFaceProps {
  drawing: Drawing;
  /** Notes whose petals are shown in full, the others faintly; null for all. */
  notes: readonly NoteCode[] | null;
  className?: string | undefined;
}

/** A flower with the petals of some of its notes. Decorative: the text beside it names the notes. */
export function NoteFace({ drawing, notes, className = '' }: NoteFaceProps) {
  const palette = usePalette();
  const markup = useMemo(() => ({ __html: drawingSvg(drawing, palette, { background: false }) }), [drawing, palette]);
  const face = useRef<HTMLDivElement>(null);
  // Marks the paths in place: a new drawing for each note would cost the keyboard time. After each render, as another
  // palette replaces them.
  useLayoutEffect(() => {
    const paths = face.current!.querySelectorAll('path');
    for (const [i, { fill, stroke }] of drawing.shapes.entries()) {
      const note = (fill ?? stroke)?.note;
      paths[i]?.toggleAttribute('data-away', notes !== null && (note === undefined || !notes.includes(note)));
    }
  });
  // Safe: the markup is generated here from numbers and colours.
  return <div ref={face} className={`${styles.face} ${className}`} dangerouslySetInnerHTML={markup} />;
}
