import { useDeferredValue, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { drawingLabel } from '../../features/fragrance/domain/drawing/drawing.ts';
import { fragranceOfBeat } from '../../features/instruments/domain/beat/beatFragrance.ts';
import { isBlank } from '../../features/instruments/domain/beat/beat.ts';
import { beatMaker } from '../../features/instruments/state/beat/beatMaker.ts';
import { FragranceFlower } from '../../features/fragrance/components/FragranceFlower.tsx';
import { Stack, Text } from '../../ui/layout/Box.tsx';
import styles from './BeatFlower.module.css';

/** A preview has no date. */
const NO_DATE = new Date(0);

/** The flower of the fragrance that the beat would make now. Updates after each pad, without delaying it. */
export function BeatFlower() {
  const beat = useDeferredValue(useSnapshot(beatMaker).beat);
  const fragrance = useMemo(() => (isBlank(beat) ? null : fragranceOfBeat(beat, NO_DATE)), [beat]);
  return (
    <Stack align="center" className={styles.frame} data-blank={fragrance === null || undefined}>
      {fragrance === null ? (
        <Text size="small" tone="muted" font="serif" textAlign="center" className={styles.words}>
          Its flower grows here
        </Text>
      ) : (
        <FragranceFlower fragrance={fragrance} label={drawingLabel(fragrance)} className={styles.face} />
      )}
    </Stack>
  );
}
