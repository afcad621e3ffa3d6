import { useCallback, useEffect, useRef } from 'react';
import type { Fragrance, HeardNote, SoundTrace } from '../../../domain/composition/model.ts';
import { Scope } from '../../../../../core/lifetime/scope.ts';
import {
  listenTo,
  playbackPosition,
  player,
  hearNote,
  stopPlaying,
} from '../../../../instruments/state/playback/index.ts';
import { excerptOf } from '../../../parts/sounding/rollLayout.ts';
import { Roll as SoundRoll } from '../../../parts/sounding/Roll.tsx';
import { useOwnPlayback } from '../useOwnPlayback.ts';

export interface RollProps {
  fragrance: Fragrance;
  trace: SoundTrace;
  /** Index in `trace.notes`. */
  selected: number | null;
  onSelect: (index: number) => void;
}

/** The piano roll of the visitor's own sound. */
export function Roll({ fragrance, trace, selected, onSelect }: RollProps) {
  const playback = useOwnPlayback();
  const stopper = useRef<Scope | null>(null);
  useEffect(() => () => stopper.current?.dispose(), []);
  const hear = useCallback(
    async (heard: HeardNote) => {
      stopper.current?.dispose();
      const scope = new Scope();
      stopper.current = scope;
      const { from, to } = excerptOf(heard);
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
  return (
    <SoundRoll
      essence={fragrance.musicEssence}
      trace={trace}
      whose="your"
      playback={playback}
      selected={selected}
      onSelect={onSelect}
      onNote={hearNote}
      onHear={(heard) => void hear(heard)}
    />
  );
}
