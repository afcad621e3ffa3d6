import { useEffect, useRef } from 'react';
import { OCTAVES } from '#analysis/values/pitch.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { familyStyle } from '../family.ts';
import styles from './OctaveBars.module.css';

interface OctaveBarsProps {
  /** Writes the current level of each of the nine octaves, 0 to 1; null while nothing plays. */
  read: ((levels: Float32Array) => void) | null;
  className?: string | undefined;
}

/**
 * The playing sound as nine bars, one per octave, lowest first, in the families' colours. Still without sound.
 */
export function OctaveBars({ read, className = '' }: OctaveBarsProps) {
  const bars = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const parent = bars.current;
    if (read === null || parent === null) return undefined;
    const scope = new Scope();
    const levels = new Float32Array(OCTAVES.length);
    const show = () => {
      for (const [i, bar] of [...parent.children].entries())
        (bar as HTMLElement).style.transform = `scaleY(${0.08 + 0.92 * (levels[i] ?? 0)})`;
    };
    scope.frames(() => {
      read(levels);
      show();
    });
    return () => {
      scope.dispose();
      levels.fill(0);
      show();
    };
  }, [read]);
  return (
    <span ref={bars} className={`${styles.bars} ${className}`} aria-hidden="true" data-testid="bars">
      {OCTAVES.map((octave) => (
        <span key={octave} style={familyStyle(octave)} />
      ))}
    </span>
  );
}
