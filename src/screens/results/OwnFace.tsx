import { useCallback, useMemo } from 'react';
import type { Fragrance } from '../../features/fragrance/domain/composition/model.ts';
import { hearNote, stopPlaying } from '../../features/instruments/state/playback/player.ts';
import { listenTo } from '../../features/instruments/state/playback/listening.ts';
import type { FaceNote } from '../../features/fragrance/parts/sounding/faceNotes.ts';
import { PlayableFace } from '../../features/fragrance/parts/sounding/PlayableFace.tsx';
import { excerptOf } from '../../features/fragrance/parts/sounding/rollLayout.ts';
import { useHearing } from './useHearing.ts';
import { useOwnPlayback } from './useOwnPlayback.ts';

/** The face of the results: its petals follow what plays, and can be played. */
export function OwnFace({ fragrance, name }: { fragrance: Fragrance; name: string }) {
  const label = useMemo(
    () => `The flower of ${name}, drawn from its notes ${fragrance.musicEssence.join(', ')}`,
    [name, fragrance],
  );
  const playback = useOwnPlayback();
  const hear = useHearing(fragrance);
  const onNote = useCallback(
    ({ note, from, to }: FaceNote) => {
      if (Number.isFinite(from)) void hear(excerptOf({ onset: from, offset: to }));
      else hearNote(note);
    },
    [hear],
  );
  const onAll = () => (playback.sounding === null ? void listenTo(fragrance) : stopPlaying());
  return <PlayableFace fragrance={fragrance} label={label} playback={playback} onNote={onNote} onAll={onAll} />;
}
