import { useMemo } from 'react';
import type { Fragrance } from '../../domain/composition/model.ts';
import { LivingFace } from '../../parts/sounding/LivingFace.tsx';
import { useOwnPlayback } from './useOwnPlayback.ts';

/** The face of the results; its petals follow what plays. */
export function OwnFace({ fragrance, name }: { fragrance: Fragrance; name: string }) {
  const label = useMemo(
    () => `The face of ${name}, drawn from its notes ${fragrance.musicEssence.join(', ')}`,
    [name, fragrance],
  );
  return <LivingFace fragrance={fragrance} label={label} playback={useOwnPlayback()} />;
}
