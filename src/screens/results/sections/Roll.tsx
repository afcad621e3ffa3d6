import type { Fragrance, SoundTrace } from '#features/fragrance/domain/composition/model.ts';
import { strongestFirst } from '#features/fragrance/domain/words/fragranceFacts.ts';
import { previewNote } from '#features/instruments/state/playback/player.ts';
import { excerptOf } from '#features/fragrance/components/sounding/rollLayout.ts';
import { Roll as SoundRoll } from '#features/fragrance/components/sounding/Roll.tsx';
import { usePlayExcerpt, useOwnPlayback } from '../usePlayExcerpt.ts';

interface RollProps {
  fragrance: Fragrance;
  trace: SoundTrace;
  /** Index in `trace.notes`. */
  selected: number | null;
  onSelect: (index: number) => void;
}

/** The piano roll of the visitor's own sound. */
export function Roll({ fragrance, trace, selected, onSelect }: RollProps) {
  const playback = useOwnPlayback();
  const hear = usePlayExcerpt(fragrance);
  return (
    <SoundRoll
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
