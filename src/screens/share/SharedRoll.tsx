import { useState } from 'react';
import { previewNote } from '#features/instruments/state/playback/player.ts';
import type { SharedFragrance } from '#features/share/state/sharedFragrance.ts';
import { strongestFirst } from '#features/fragrance/domain/words/fragranceFacts.ts';
import { Roll } from '#features/fragrance/components/sounding/Roll.tsx';
import { excerptOf } from '#features/fragrance/components/sounding/rollLayout.ts';
import type { SoundPlayback } from '#features/fragrance/components/sounding/playback.ts';

interface SharedRollProps {
  face: SharedFragrance['face'];
  playback: SoundPlayback;
  /** Plays a part of the recording, s. */
  onPart: (from: number, to: number) => void;
}

/** The piano roll of the shared sound; nothing for a share without a trace. */
export function SharedRoll({ face, playback, onPart }: SharedRollProps) {
  const [selected, setSelected] = useState<number | null>(null);
  const { trace } = face;
  if (trace === undefined || trace.notes.length === 0) return null;
  return (
    <Roll
      flower={face}
      essence={strongestFirst(face)}
      trace={trace}
      whose="the"
      level={2}
      playback={playback}
      selected={selected}
      onSelect={setSelected}
      onNote={previewNote}
      onHear={(heard) => {
        const { from, to } = excerptOf(heard);
        onPart(from, to);
      }}
    />
  );
}
