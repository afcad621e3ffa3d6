import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Fragrance, SoundTrace } from '#features/fragrance/domain/composition/model.ts';
import { strongestFirst } from '#features/fragrance/domain/words/fragranceFacts.ts';
import type { FlowerNote } from '#features/fragrance/components/sounding/flowerNotes.ts';
import { PlayableFlower } from '#features/fragrance/components/sounding/PlayableFlower.tsx';
import type { SoundPlayback } from '#features/fragrance/components/sounding/playback.ts';
import { Roll } from '#features/fragrance/components/sounding/Roll.tsx';
import { excerptOf } from '#features/fragrance/components/sounding/rollLayout.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { playFragrance } from '#features/instruments/state/playback/playFragrance.ts';
import { playbackPosition, player, previewNote, stopPlaying } from '#features/instruments/state/playback/player.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';

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
  const onAll = () => (playback.sounding === null ? void playFragrance(fragrance) : stopPlaying());
  return <PlayableFlower fragrance={fragrance} label={label} playback={playback} onNote={onNote} onAll={onAll} />;
}

interface RollProps {
  fragrance: Fragrance;
  trace: SoundTrace;
  /** Index in `trace.notes`. */
  selected: number | null;
  onSelect: (index: number) => void;
}

/** The piano roll of the visitor's own sound. */
export function ResultRoll({ fragrance, trace, selected, onSelect }: RollProps) {
  const playback = useOwnPlayback();
  const hear = usePlayExcerpt(fragrance);
  return (
    <Roll
      flower={fragrance}
      essence={strongestFirst(fragrance)}
      trace={trace}
      whose="your"
      playback={playback}
      selected={selected}
      onSelect={onSelect}
      onNote={previewNote}
      onHear={(heard) => void hear(excerptOf(heard))}
    />
  );
}

/** Plays a part of a fragrance's sound, s; the next part, or leaving the screen, ends the one before. */
function usePlayExcerpt(fragrance: Fragrance): (part: { from: number; to: number }) => Promise<void> {
  const stopper = useRef<Scope | null>(null);
  useEffect(() => () => stopper.current?.dispose(), []);
  return useCallback(
    async ({ from, to }) => {
      stopper.current?.dispose();
      const scope = new Scope();
      stopper.current = scope;
      const outcome = await playFragrance(fragrance, from);
      if (!outcome.ok || scope.disposed) return;
      scope.frames(() => {
        if (player.sounding !== 'recording') scope.dispose();
        else if (playbackPosition() >= to) {
          scope.dispose();
          stopPlaying();
        }
      });
    },
    [fragrance],
  );
}

const noteNow = (): NoteCode | null => player.note;

/** Playback of the visitor's own fragrance: the same for its flower and its roll. */
function useOwnPlayback(): SoundPlayback {
  const { sounding } = useSnapshot(player);
  return useMemo(() => ({ sounding, position: playbackPosition, note: noteNow }), [sounding]);
}
