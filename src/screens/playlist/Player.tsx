import { useEffect, useRef, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { octaveOf, type NoteCode } from '#analysis/values/pitch.ts';
import { Scope } from '#core/lifetime/scope.ts';
import {
  playlistPlayer,
  recordingLevels,
  recordingTime,
  togglePlaylist,
  type PlayableFragrance,
} from '#features/community/state/playlistPlayer.ts';
import { player, toggleEssence } from '#features/instruments/state/playback/player.ts';
import { formatTime } from '#ui/loading/formatTime.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { PlayIcon } from '#ui/icons/icons.tsx';
import { PauseIcon } from '#ui/icons/laterIcons.tsx';
import { Box, Row, Text } from '#ui/layout/Box.tsx';
import type { SoundTrace } from '#features/fragrance/domain/composition/model.ts';
import { Waveform } from '#features/fragrance/components/sounding/Waveform.tsx';
import { OctaveBars } from '#features/fragrance/components/notes/OctaveBars.tsx';
import styles from './Player.module.css';

interface FrameProps {
  /** Name of the playing sound. */
  label: string;
  playing: boolean;
  /** Action of the button. */
  does: string;
  onToggle: () => void;
  /** The levels of the sound; null while nothing plays. */
  read: ((levels: Float32Array) => void) | null;
  /** Its waveform stands in place of the levels. */
  trace?: SoundTrace | undefined;
  children?: ReactNode;
}

/** A play button and the waveform of the sound, or the levels of nine octaves. */
function Frame({ label, playing, does, onToggle, read, trace, children }: FrameProps) {
  return (
    <Row as="section" gap={4} align="middle" className={styles.player} aria-label={label}>
      <IconButton variant="play" className={styles.button} aria-label={does} onClick={onToggle}>
        {playing ? <PauseIcon size={26} /> : <PlayIcon size={26} />}
      </IconButton>
      {trace !== undefined && trace.peaks.length > 0 ? (
        <Box grows className={styles.wave}>
          <Waveform trace={trace} />
        </Box>
      ) : (
        <OctaveBars className={styles.bars} read={read} />
      )}
      {children}
    </Row>
  );
}

/** Writes the octave of the sounding note as the only level. */
function noteLevels(levels: Float32Array): void {
  levels.fill(0);
  if (player.note !== null) levels[octaveOf(player.note)] = 1;
}

/** The player of a fragrance without a recording: its notes, one after the other. */
export function NotesPlayer({ essence }: { essence: readonly NoteCode[] }) {
  const playing = useSnapshot(player).sounding === 'notes';
  return (
    <Frame
      label="Notes"
      playing={playing}
      does={playing ? 'Stop the notes' : 'Play all notes'}
      onToggle={() => toggleEssence(essence)}
      read={playing ? noteLevels : null}
    />
  );
}

interface PlayerProps {
  fragrance: PlayableFragrance;
  /** Of the recording; undefined for one that was saved without. */
  trace: SoundTrace | undefined;
}

/** The player of a recording: play and stop, its waveform, and the time. */
export function Player({ fragrance, trace }: PlayerProps) {
  const length = trace?.duration;
  const { id, status } = useSnapshot(playlistPlayer);
  const active = id === fragrance.id;
  const sounding = active && status === 'recording';
  const clock = useRef<HTMLSpanElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const [text, bar] = [clock.current, line.current];
    if (!sounding || text === null || bar === null) return undefined;
    const scope = new Scope();
    scope.frames(() => {
      const { position, duration } = recordingTime();
      const whole = length ?? duration;
      text.textContent = formatTime(position);
      bar.style.transform = `scaleX(${whole === null || whole <= 0 ? 0 : Math.min(1, position / whole)})`;
    });
    return () => {
      scope.dispose();
      text.textContent = '0:00';
      bar.style.transform = 'scaleX(0)';
    };
  }, [sounding, length]);
  return (
    <Frame
      label="Recording"
      playing={active}
      does={active ? 'Stop the recording' : 'Play the recording'}
      onToggle={() => void togglePlaylist(fragrance)}
      read={sounding ? recordingLevels : null}
      trace={trace}
    >
      <Text as="span" size="small" tone="muted" numerals="digits">
        <span ref={clock}>0:00</span>
        {length !== undefined && <span>{` / ${formatTime(length)}`}</span>}
      </Text>
      <Box as="span" ref={line} position="absolute" className={`mark ${styles.line}`} aria-hidden="true" />
    </Frame>
  );
}
