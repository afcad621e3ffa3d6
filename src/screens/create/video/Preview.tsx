import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { releaseElement, playElement, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { switchCamera } from '#features/create/state/video/camera.ts';
import { video } from '#features/create/state/video/videoState.ts';
import { PlayIcon, StopIcon } from '#ui/icons/icons.tsx';
import { TurnIcon } from '#ui/icons/laterIcons.tsx';
import { Box, Row, Stack, Text } from '#ui/layout/Box.tsx';
import { ExamplePicture, WiltedFlower } from '#ui/screen/ExamplePicture.tsx';
import styles from './Preview.module.css';

/** The live camera, or the recorded video. */
export function Preview() {
  const { state, stream, recording } = useSnapshot(video);
  return (
    <Stack lifted position="relative" radius="lg" overflow="clipped" className={styles.frame} data-state={state}>
      {state === 'recorded' && recording !== null ? (
        <Playback blob={recording} />
      ) : stream !== null ? (
        <Live stream={stream} />
      ) : (
        <Dark />
      )}
      <Text size="tiny" leading="snug" weight="strong" surface="surface" tone="ink" className={styles.label}>
        Video AI Coming Soon!
      </Text>
    </Stack>
  );
}

function Live({ stream }: { stream: MediaStream }) {
  const { state, facing, several, opening } = useSnapshot(video);
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const shown = element.current;
    if (shown === null) return undefined;
    shown.srcObject = stream;
    // Muted and inline video may play in every browser; if it is still refused, the picture stays still.
    shown.play().catch(() => {});
    return () => {
      shown.srcObject = null;
    };
  }, [stream]);
  return (
    <>
      <Box
        as="video"
        ref={element}
        wide
        tall
        className={styles.video}
        data-mirrored={facing === 'user'}
        muted
        playsInline
        aria-label="Camera preview"
      />
      <Stack
        as="button"
        type="button"
        align="center"
        className={styles.turn}
        aria-label={facing === 'user' ? 'Switch to the back camera' : 'Switch to the front camera'}
        disabled={state === 'recording' || opening}
        data-several={several}
        onClick={() => void switchCamera()}
      >
        <TurnIcon size={24} />
      </Stack>
      {state === 'recording' && <span className={styles.light} aria-hidden="true" />}
    </>
  );
}

function Playback({ blob }: { blob: Blob }) {
  const element = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    const shown = element.current;
    if (shown === null) return undefined;
    const url = URL.createObjectURL(blob);
    shown.src = url;
    return () => {
      shown.pause();
      shown.removeAttribute('src');
      shown.load();
      releaseElement(shown);
      URL.revokeObjectURL(url);
    };
  }, [blob]);
  const handleStop = () => {
    setPlaying(false);
    if (element.current !== null) releaseElement(element.current);
  };
  return (
    <>
      {/* The visitor's own video, just recorded: there are no captions. */}
      <Box
        as="video"
        ref={element}
        wide
        tall
        className={styles.video}
        playsInline
        preload="metadata"
        aria-label="Your video"
        onPlay={() => setPlaying(true)}
        onPause={handleStop}
        onEnded={handleStop}
        onError={handleStop}
      />
      <Row
        as="button"
        type="button"
        align="middle"
        weight="strong"
        className={styles.play}
        aria-pressed={playing}
        onClick={() => (playing ? stopPlaying() : element.current !== null && void playElement(element.current))}
      >
        {playing ? <StopIcon /> : <PlayIcon />} <span>{playing ? 'Playing...' : 'Play Recording'}</span>
      </Row>
    </>
  );
}

function Dark() {
  return (
    <Stack gap={3} justify="centered" tone="muted" className={styles.dark}>
      {useSnapshot(video).access === 'denied' ? <WiltedFlower /> : <ExamplePicture className="drawing pale" />}
      <p>The camera is off.</p>
    </Stack>
  );
}
