import { useCallback, useMemo } from 'react';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { previewNote, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { listenTo } from '#features/instruments/state/playback/listening.ts';
import type { FlowerNote } from '#features/fragrance/components/sounding/flowerNotes.ts';
import { PlayableFlower } from '#features/fragrance/components/sounding/PlayableFlower.tsx';
import { excerptOf } from '#features/fragrance/components/sounding/rollLayout.ts';
import { usePlayExcerpt, useOwnPlayback } from './usePlayExcerpt.ts';

/** The flower of the results: its petals follow the playing sound, and can be played. */
export function ResultFlower({ fragrance, name }: { fragrance: Fragrance; name: string }) {
  const label = useMemo(
    () => `The flower of ${name}, drawn from its notes ${fragrance.musicEssence.join(', ')}`,
    [name, fragrance],
  );
  const playback = useOwnPlayback();
  const hear = usePlayExcerpt(fragrance);
  const onNote = useCallback(
    ({ note, from, to }: FlowerNote) => {
      if (Number.isFinite(from)) void hear(excerptOf({ onset: from, offset: to }));
      else previewNote(note);
    },
    [hear],
  );
  const onAll = () => (playback.sounding === null ? void listenTo(fragrance) : stopPlaying());
  return <PlayableFlower fragrance={fragrance} label={label} playback={playback} onNote={onNote} onAll={onAll} />;
}
