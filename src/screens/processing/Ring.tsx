import type { CSSProperties } from 'react';
import { OCTAVES } from '../../domain/pitch/pitch.ts';
import styles from './Ring.module.css';

const RADIUS = 140;
const LENGTH = 2 * Math.PI * RADIUS;
/** A little air between two families on the ring, in the drawing's units. */
const GAP = 7;
const ARC = LENGTH / OCTAVES.length;

/** The progress ring: nine arcs, one a family, that fill one after the other from resin to ice. */
export function Ring({ percent }: { percent: number }) {
  return (
    <div className={styles.ring}>
      <progress className="visually-hidden" aria-label="liquefying..." max={100} value={percent} />
      <svg viewBox="0 0 320 320" aria-hidden="true" focusable="false">
        <g className={styles.drops}>
          {OCTAVES.map((octave) => (
            <circle
              key={octave}
              r={48}
              cx={160}
              cy={160}
              fill={`var(--family-${octave})`}
              style={{ '--turn': `${octave * 40}deg`, '--slow': `${4.2 + (octave % 3) * 0.9}s` } as CSSProperties}
            />
          ))}
        </g>
        <g transform="rotate(-90 160 160)" fill="none" strokeWidth={9} strokeLinecap="round">
          {OCTAVES.map((octave) => {
            const filled = Math.min(1, Math.max(0, (percent / 100) * OCTAVES.length - octave));
            const arc = ARC - GAP - 9;
            const place = {
              transform: `rotate(${(octave * 360) / OCTAVES.length}deg)`,
              transformOrigin: '160px 160px',
            };
            return (
              <g key={octave} style={place}>
                <circle cx={160} cy={160} r={RADIUS} stroke="var(--hairline)" strokeDasharray={`${arc} ${LENGTH}`} />
                <circle
                  className={styles.fill}
                  cx={160}
                  cy={160}
                  r={RADIUS}
                  stroke={`var(--family-${octave})`}
                  strokeDasharray={`${arc * filled} ${LENGTH}`}
                  opacity={filled === 0 ? 0 : 1}
                />
              </g>
            );
          })}
        </g>
      </svg>
      <p className={styles.words} aria-hidden="true">
        <span className={styles.percent}>{percent}%</span>
        <span>liquefying...</span>
      </p>
    </div>
  );
}
