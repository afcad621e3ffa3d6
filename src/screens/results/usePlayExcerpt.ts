import { useCallback, useEffect, useRef, useMemo } from 'react';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { listenTo } from '#features/instruments/state/playback/listening.ts';
import { playbackPosition, player, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { useSnapshot } from 'valtio';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { SoundPlayback } from '#features/fragrance/components/sounding/playback.ts';

/** Plays a part of a fragrance's sound, s; the next part, or leaving the screen, ends the one before. */
export function usePlayExcerpt(fragrance: Fragrance): (part: { from: number; to: number }) => Promise<void> {
  const stopper = useRef<Scope | null>(null);
  useEffect(() => () => stopper.current?.dispose(), []);
  return useCallback(
    async ({ from, to }) => {
      stopper.current?.dispose();
      const scope = new Scope();
      stopper.current = scope;
      const outcome = await listenTo(fragrance, from);
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
export function useOwnPlayback(): SoundPlayback {
  const { sounding } = useSnapshot(player);
  return useMemo(() => ({ sounding, position: playbackPosition, note: noteNow }), [sounding]);
}
