import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { playbackPosition, player } from '../../features/instruments/state/playback/player.ts';
import type { SoundPlayback } from '../../features/fragrance/components/sounding/playback.ts';

const noteNow = (): NoteCode | null => player.note;

/** What the visitor's own fragrance plays: the same for its flower and its roll. */
export function useOwnPlayback(): SoundPlayback {
  const { sounding } = useSnapshot(player);
  return useMemo(() => ({ sounding, position: playbackPosition, note: noteNow }), [sounding]);
}
