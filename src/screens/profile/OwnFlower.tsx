import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { drawingLabel, type Fragrance, type SavedFragrance } from '../../features/fragrance/domain/index.ts';
import { loadCurrentFragrance, savedFragrances } from '../../features/fragrance/state/index.ts';
import { HeardFlower } from '../../features/fragrance/parts/index.ts';
import { ExamplePicture } from '../../ui/screen/ExamplePicture.tsx';

/**
 * The fragrance that stands for a member: the newest one in the profile, else the current one of this device.
 * Undefined until the profile is known.
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

/** A member's own flower, to be heard; a pale one where there is none yet. Its place has one size in all cases. */
export function OwnFlower({ fragrance }: { fragrance: Fragrance | null | undefined }) {
  return (
    <div className="heard wide">
      {fragrance === null ? (
        <ExamplePicture className="block drawing pale" />
      ) : (
        fragrance !== undefined && (
          <HeardFlower
            key={fragrance.id}
            fragrance={fragrance}
            label={drawingLabel(fragrance)}
            action="Hear your flower"
          />
        )
      )}
    </div>
  );
}
