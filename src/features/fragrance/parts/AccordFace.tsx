import { useMemo } from 'react';
import type { Accord } from '../domain/accord/accord.ts';
import { drawAccord } from '../domain/accord/accordFace.ts';
import { accordLabel } from '../domain/accord/sentence.ts';
import { drawingSvg } from '../domain/drawing/drawingSvg.ts';
import { usePalette } from './usePalette.ts';

interface AccordFaceProps {
  accord: Accord;
  className?: string | undefined;
}

/** The face of several voices together. */
export function AccordFace({ accord, className }: AccordFaceProps) {
  const palette = usePalette();
  const drawing = useMemo(() => drawAccord(accord), [accord]);
  const markup = useMemo(
    () => ({ __html: drawingSvg(drawing, palette, { background: false, label: accordLabel(accord) }) }),
    [drawing, palette, accord],
  );
  // Safe: the markup is generated here from numbers, colours and an escaped label.
  return <div className={className} dangerouslySetInnerHTML={markup} />;
}
