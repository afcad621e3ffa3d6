import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { drawingLabel } from '#features/fragrance/domain/drawing/drawing.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { savedFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { PlayingFlower } from '#features/fragrance/components/sounding/PlayingFlower.tsx';
import { ExamplePicture } from '#ui/screen/ExamplePicture.tsx';
import { Box } from '#ui/layout/Box.tsx';

/**
 * The fragrance that represents a member: the newest one in the profile, else the current one of this device. Undefined
 * until the profile is loaded.
 */
export function useOwnFragrance(): Fragrance | null | undefined {
  const { items, status, known } = useSnapshot(savedFragrances);
  const [current] = useState(loadCurrentFragrance);
  const newest = items[0] as SavedFragrance | undefined;
  return useMemo(() => {
    if (newest === undefined) return known || status === 'offline' ? current : undefined;
    const { audioData, ...saved } = newest;
    return audioData === null ? saved : { ...saved, audioData };
  }, [newest, known, status, current]);
}

/** A member's own flower, which plays; a pale one if there is none yet. Its place has one size in all cases. */
export function MemberFlower({ fragrance }: { fragrance: Fragrance | null | undefined }) {
  return (
    <Box wide className="heard">
      {fragrance === null ? (
        <ExamplePicture className="block drawing pale" />
      ) : (
        fragrance !== undefined && (
          <PlayingFlower
            key={fragrance.id}
            fragrance={fragrance}
            label={drawingLabel(fragrance)}
            action="Hear your flower"
          />
        )
      )}
    </Box>
  );
}
