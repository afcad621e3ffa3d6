import type { CSSProperties } from 'react';
import type { Octave } from '#analysis/values/pitch.ts';

/**
 * The colours of a family as custom properties `--fam` (shapes), `--fam-ink` (text), `--fam-wash` (tinted paper) and
 * `--fam-on` (text on `--fam`), as an element's style; undefined without a family. Notes have their own colours
 * (`noteStyle.ts`).
 */
export function familyStyle(octave: Octave | undefined): CSSProperties | undefined {
  if (octave === undefined) return undefined;
  return {
    '--fam': `var(--family-${octave})`,
    '--fam-ink': `var(--family-${octave}-ink)`,
    '--fam-wash': `var(--family-${octave}-wash)`,
    '--fam-on': `var(--family-${octave}-on)`,
  } as CSSProperties;
}
