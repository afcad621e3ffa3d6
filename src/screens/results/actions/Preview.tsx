import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PICTURE_SIZES } from '#features/fragrance/domain/drawing/film/pictures.ts';
import { drawingLabel } from '#features/fragrance/domain/drawing/drawing.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { stopPlaying } from '#features/instruments/state/playback/player.ts';
import { film } from '#features/share/state/film.ts';
import { pictureOf } from '#features/share/state/share.ts';
import { Stack } from '#ui/layout/Box.tsx';
import styles from './sheet.module.css';

/** Time for which the URL of a picture that is no longer shown stays valid, ms: the picture may still be loading. */
const LOADING_MS = 60_000;

/** The URL of a still of the film; null until it is made, and where it cannot be made. */
function useStill(fragrance: Fragrance): string | null {
  const [still, setStill] = useState<string | null>(null);
  useEffect(() => {
    const scope = new Scope();
    const load = async () => {
      const picture = await pictureOf(fragrance, 'still');
      if (picture === null || scope.disposed) return;
      const url = URL.createObjectURL(picture);
      // A busy browser may begin to load it only now.
      scope.add(() => void new Scope().timeout(() => URL.revokeObjectURL(url), LOADING_MS));
      setStill(url);
    };
    void load();
    return () => scope.dispose();
  }, [fragrance]);
  return still;
}

/** The film once it is made, a still of it until then, in a reserved space. */
export function Preview({ fragrance }: { fragrance: Fragrance }) {
  const { status, fragranceId, url, kind } = useSnapshot(film);
  const still = useStill(fragrance);
  const { width, height } = PICTURE_SIZES.still;
  const made = status === 'ready' && fragranceId === fragrance.id && kind === 'video';
  return (
    <Stack className={styles.preview} aria-busy={still === null}>
      {made && url !== null ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a sung melody: the picture shows the names of its notes
        <video
          src={url}
          poster={still ?? undefined}
          controls
          playsInline
          aria-label={`The film of ${fragrance.name}`}
          onPlay={stopPlaying}
        />
      ) : (
        still !== null && <img src={still} alt={drawingLabel(fragrance)} width={width} height={height} />
      )}
    </Stack>
  );
}
