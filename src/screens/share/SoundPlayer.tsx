import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import { releaseElement, playElement, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { formatTime } from '#ui/loading/formatTime.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Stack, Text } from '#ui/layout/Box.tsx';
import { PlayIcon } from '#ui/icons/icons.tsx';
import { PauseIcon } from '#ui/icons/laterIcons.tsx';
import styles from './SoundPlayer.module.css';

/** Number of steps of the seek bar. */
const SEEK_STEPS = 1000;

/** Methods for the rest of the page. */
export interface SoundPlayerHandle {
  /** Plays a part of the recording, s. */
  playPart: (from: number, to: number) => void;
  /** Plays the recording, or stops it; false where there is none to play. */
  toggle: () => boolean;
}

interface SoundPlayerProps {
  src: string | undefined;
  /** Name of the sound, for its labels. */
  what?: string;
  ref?: Ref<SoundPlayerHandle>;
}

/**
 * The player of the shared recording, once its URL is known: play, pause and seek. Loads only the metadata before
 * playback.
 */
export function SoundPlayer({ src, what = 'the recording', ref }: SoundPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const bar = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const [playing, setPlaying] = useState(false);
  const [gone, setGone] = useState(false);
  const [duration, setDuration] = useState<number | null>(null);

  const show = () => {
    const [element, seek] = [audio.current, bar.current];
    if (element === null || seek === null) return;
    const length = lengthOf(element);
    const share = length === null || length === 0 ? 0 : Math.min(1, element.currentTime / length);
    seek.value = String(Math.round(share * SEEK_STEPS));
    seek.style.setProperty('--played', `${share * 100}%`);
    seek.setAttribute('aria-valuetext', formatTime(element.currentTime));
    if (clock.current !== null) clock.current.textContent = formatTime(element.currentTime);
  };
  const onFrame = useEffectEvent(show);
  useEffect(() => {
    if (!playing) return undefined;
    const scope = new Scope();
    scope.frames(() => onFrame());
    return () => scope.dispose();
  }, [playing]);
  useEffect(() => {
    const element = audio.current;
    return () => {
      if (element === null) return;
      element.pause();
      releaseElement(element);
    };
  }, []);
  useImperativeHandle(ref, () => {
    let part = new Scope();
    return {
      playPart: (from, to) => {
        part.dispose();
        part = new Scope();
        const element = audio.current;
        if (element !== null) void playPart(element, from, to, part);
      },
      toggle: () => {
        part.dispose();
        const element = audio.current;
        if (element === null || src === undefined || gone) return false;
        if (element.paused) void playElement(element);
        else stopPlaying();
        return true;
      },
    };
  }, [src, gone]);

  const handleStop = () => {
    setPlaying(false);
    show();
    if (audio.current !== null) releaseElement(audio.current);
  };
  const learnLength = () => {
    const element = audio.current;
    if (element === null) return;
    const length = lengthOf(element);
    if (length !== null) setDuration(length);
    // A recording of MediaRecorder has no duration in its file (wavesurfer.js#2763): seeking to its end makes the
    // browser find it.
    else if (element.duration === Infinity && element.paused) element.currentTime = Number.MAX_SAFE_INTEGER;
  };
  const lengthFound = () => {
    const element = audio.current;
    const length = element === null ? null : lengthOf(element);
    if (element === null || length === null) return;
    setDuration(length);
    if (element.paused && element.currentTime >= length) element.currentTime = 0;
    show();
  };
  const seekTo = (value: string) => {
    const element = audio.current;
    const length = element === null ? null : lengthOf(element);
    if (element === null || length === null) return;
    element.currentTime = (Number(value) / SEEK_STEPS) * length;
    show();
  };

  return (
    <Stack
      gap={4}
      align="middle"
      edge="framed"
      surface="surface"
      radius="round"
      className={styles.player}
      data-gone={gone}
      data-screen-only=""
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a sung melody: the page shows its notes as text */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        crossOrigin="anonymous"
        onLoadedMetadata={learnLength}
        onDurationChange={lengthFound}
        onSeeked={lengthFound}
        onPlay={() => setPlaying(true)}
        onPause={handleStop}
        onEnded={handleStop}
        onError={() => {
          handleStop();
          setGone(true);
        }}
      />
      {gone ? (
        <p>The recording is no longer here. Its notes still are: play them below.</p>
      ) : (
        <>
          <IconButton
            variant="play"
            disabled={src === undefined}
            aria-label={playing ? 'Pause' : `Play ${what}`}
            onClick={() => (playing ? stopPlaying() : audio.current !== null && void playElement(audio.current))}
          >
            {playing ? <PauseIcon size={26} /> : <PlayIcon size={26} />}
          </IconButton>
          <input
            ref={bar}
            className={styles.bar}
            type="range"
            min={0}
            max={SEEK_STEPS}
            defaultValue={0}
            disabled={duration === null}
            aria-label={`Position in ${what}`}
            onChange={(event) => seekTo(event.target.value)}
          />
          <Text as="span" size="small" tone="muted" numerals="digits">
            <span ref={clock}>0:00</span>
            {duration !== null && <span>{` / ${formatTime(duration)}`}</span>}
          </Text>
        </>
      )}
    </Stack>
  );
}

/** Plays an element from one time to another, unless something else starts. */
async function playPart(element: HTMLAudioElement, from: number, to: number, scope: Scope): Promise<void> {
  element.currentTime = from;
  const outcome = await playElement(element);
  if (!outcome.ok || scope.disposed) return;
  scope.frames(() => {
    if (element.paused) scope.dispose();
    else if (element.currentTime >= to) {
      scope.dispose();
      stopPlaying();
    }
  });
}

/** Duration in seconds; null while the browser does not have it. */
function lengthOf({ duration }: HTMLAudioElement): number | null {
  return Number.isFinite(duration) && duration > 0 ? duration : null;
}
