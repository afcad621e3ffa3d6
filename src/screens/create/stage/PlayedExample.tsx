import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { EXAMPLE_FRAGRANCE } from '#features/fragrance/domain/composition/exampleFragrance.ts';
import { AnimatedFlower } from '#features/fragrance/components/sounding/AnimatedFlower.tsx';
import { timedDrawing } from '#features/fragrance/components/sounding/flowerNotes.ts';
import { exampleSound } from '#features/instruments/state/playback/renderFragrance.ts';
import { playbackPosition, player, playRecording, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { PlayIcon, StopIcon } from '#ui/icons/icons.tsx';
import { useWhileShown } from '#ui/screen/useWhileShown.ts';
import styles from './IdleFlower.module.css';

let sound: Promise<Blob> | null = null;

/** Plays the example from its start. A browser that cannot render it leaves the flower silent. */
async function play(): Promise<void> {
  try {
    await playRecording(await (sound ??= exampleSound(EXAMPLE_FRAGRANCE)), { from: 0 });
  } catch {
    sound = null;
  }
}

/** The example's flower, which follows its sound. Each press plays it, or stops it. */
export default function PlayedExample({ presses }: { presses: number }) {
  const { sounding } = useSnapshot(player);
  const timed = useMemo(() => timedDrawing(EXAMPLE_FRAGRANCE), []);
  const answered = useRef(0);
  useEffect(() => {
    if (answered.current === presses) return;
    answered.current = presses;
    if (player.sounding === null) void play();
    else stopPlaying();
  }, [presses]);
  useWhileShown(() => stopPlaying);
  return (
    <>
      <AnimatedFlower
        timed={timed}
        label=""
        playback={{ sounding, position: playbackPosition, note: () => player.note }}
      />
      <span className={styles.play}>{sounding === null ? <PlayIcon size={18} /> : <StopIcon />}</span>
    </>
  );
}
