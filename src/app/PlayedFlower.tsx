import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { PlayableFlower } from '#features/fragrance/components/sounding/PlayableFlower.tsx';
import type { PlayedFlowerProps } from '#features/fragrance/components/sounding/flowerPlayer.ts';
import type { SoundPlayback } from '#features/fragrance/components/sounding/playback.ts';
import { prefetchSoundEngine } from '#features/instruments/state/playback/soundEngine.ts';
import {
  previewNote,
  playbackPosition,
  player,
  stopPlaying,
  toggleEssence,
} from '#features/instruments/state/playback/player.ts';
import { playFragrance } from '#features/instruments/state/playback/playFragrance.ts';
import { Button } from '#ui/controls/Button.tsx';
import { PlayIcon, StopIcon } from '#ui/icons/icons.tsx';
import { useWhileShown } from '#ui/screen/useWhileShown.ts';
import { Box } from '#ui/layout/Box.tsx';
import styles from './PlayedFlower.module.css';

const noteNow: SoundPlayback['note'] = () => player.note;

/** Plays a flower of any screen (features/fragrance/components/sounding/PlayingFlower.tsx). */
export default function PlayedFlower({ fragrance, label, action }: PlayedFlowerProps) {
  const { sounding } = useSnapshot(player);
  const playback = useMemo<SoundPlayback>(() => ({ sounding, position: playbackPosition, note: noteNow }), [sounding]);
  useEffect(prefetchSoundEngine, []);
  useWhileShown(() => stopPlaying);
  const toggle = () => {
    if (player.sounding !== null) stopPlaying();
    else if ('id' in fragrance) void playFragrance(fragrance);
    else toggleEssence(fragrance.musicEssence);
  };
  return (
    <Box position="relative" wide narrows>
      <PlayableFlower
        fragrance={fragrance}
        label={label}
        playback={playback}
        className={styles.face}
        onNote={({ note }) => previewNote(note)}
        onAll={toggle}
      />
      {action !== undefined && (
        <Button variant="small" className={styles.action} aria-pressed={sounding !== null} onClick={toggle}>
          {sounding === null ? <PlayIcon size={16} /> : <StopIcon size={16} />}
          <span>{action}</span>
        </Button>
      )}
    </Box>
  );
}
