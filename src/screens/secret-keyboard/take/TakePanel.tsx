import { useEffect, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import {
  createFromTake,
  restorePreviousTake,
  cancelTakeSound,
  exportTake,
  exportTakeSound,
  setCountIn,
  setMetronome,
  setQuantise,
  setTempo,
} from '#features/instruments/state/take/take.ts';
import { openTake, takes } from '#features/instruments/state/take/takeState.ts';
import { startTake, stopTake, togglePlayTake } from '#features/instruments/state/take/recordTake.ts';
import { pluralize } from '#core/values/words.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import { PlayIcon, StopIcon } from '#ui/icons/icons.tsx';
import { PauseIcon } from '#ui/icons/laterIcons.tsx';
import pills from '../pills.module.css';
import styles from './TakePanel.module.css';
import { QUANTISE_OPTIONS, QUANTISE_NAMES } from '#features/instruments/domain/take/recordedTake.ts';
import { TempoField } from '#features/instruments/components/TempoField.tsx';
import { Chip } from '#ui/controls/Chip.tsx';

/** The take: record, play, make a fragrance; tempo, quantising and files in a row that is closed at first. */
export function TakePanel() {
  const { phase, take, former } = useSnapshot(takes);
  const [open, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const id = useId();
  useEffect(openTake, []);
  const hasNotes = take.notes.length > 0;
  const running = phase === 'recording' || phase === 'count-in';
  const playing = phase === 'playing';
  return (
    <Stack as="section" gap={4} top className={pills.panel} aria-label="Your take">
      <Row wrap gap={3} align="middle" className={hasNotes ? 'spread' : ''}>
        <Button
          variant="outline"
          className={styles.record}
          data-recording={running || undefined}
          onClick={() => (running ? stopTake() : void startTake())}
        >
          {running ? <StopIcon /> : <span className={styles.dot} aria-hidden="true" />}
          <span>{running ? 'Stop' : hasNotes ? 'Record again' : 'Record'}</span>
        </Button>
        {hasNotes && !running && (
          <Button variant="outline" onClick={() => void togglePlayTake()}>
            {playing ? <PauseIcon /> : <PlayIcon />}
            <span>{playing ? 'Stop playing' : 'Play take'}</span>
          </Button>
        )}
        {!hasNotes && <Status />}
      </Row>
      {hasNotes && (
        <Button
          variant="primary"
          className={styles.create}
          onClick={() => {
            if (createFromTake()) navigate('/results');
          }}
        >
          Create Fragrance
        </Button>
      )}
      {former !== null && !running && (
        <Button variant="flush" className={styles.more} onClick={restorePreviousTake}>
          {`Bring back the take of ${pluralize(former.notes.length, 'note')}`}
        </Button>
      )}
      <Row wrap columnGap={4} align="middle" justify="between">
        <Button variant="flush" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {hasNotes ? 'Tempo, quantize, export' : 'Tempo, metronome, quantize'}
        </Button>
        {hasNotes && <Status />}
      </Row>
      {open && (
        <Stack id={id} gap={4}>
          <TakeSettings />
          {hasNotes && <Files />}
        </Stack>
      )}
    </Stack>
  );
}

/** Saves the take as a file of MIDI or sound. */
function Files() {
  const { rendering: share } = useSnapshot(takes);
  return (
    <Row wrap gap={3} align="middle">
      <Button variant="flush" onClick={() => void exportTake()}>
        Export MIDI
      </Button>
      <Button variant="quiet" onClick={() => (share === null ? void exportTakeSound() : cancelTakeSound())}>
        {share === null ? 'Export WAV' : 'Cancel export'}
      </Button>
      {share !== null && (
        <progress
          className={styles.progress}
          aria-label="Rendering the sound file"
          max={100}
          value={Math.floor(100 * share)}
        />
      )}
      <output className="visually-hidden">{share === null ? '' : 'Rendering the sound file.'}</output>
    </Row>
  );
}

/** The state of the recording as text. */
function Status() {
  const { phase, countdown, recordedNotes, take } = useSnapshot(takes);
  const notes = phase === 'recording' ? recordedNotes : take.notes.length;
  const words =
    phase === 'count-in'
      ? countdown === 0
        ? 'Getting ready'
        : `Count-in: ${countdown}`
      : phase === 'recording' || notes > 0
        ? pluralize(notes, 'note')
        : 'Record what you play, then make it a fragrance.';
  return (
    <Text as="output" size="small" tone="muted" numerals="digits">
      {words}
    </Text>
  );
}

/**
 * Tempo, metronome, count-in and quantising. Letter keys play notes also while the tempo is typed.
 */
function TakeSettings() {
  const { phase, take, metronome, countIn } = useSnapshot(takes);
  const fixed = phase === 'recording' || phase === 'count-in';
  return (
    <Stack gap={2}>
      <Row as="fieldset" wrap gap={2} align="middle" narrows bare className={styles.group}>
        <legend>Tempo</legend>
        <TempoField label="Tempo, beats a minute" bpm={take.bpm} isFixed={fixed} onChange={setTempo} />
        <Chip
          pressed={metronome}
          aria-disabled={fixed}
          onClick={() => {
            if (!fixed) setMetronome(!metronome);
          }}
        >
          Metronome
        </Chip>
        <Chip
          pressed={countIn}
          aria-disabled={fixed}
          onClick={() => {
            if (!fixed) setCountIn(!countIn);
          }}
        >
          Count-in
        </Chip>
      </Row>
      <Row as="fieldset" wrap gap={2} align="middle" narrows bare className={styles.group}>
        <legend>Quantize</legend>
        {QUANTISE_OPTIONS.map((id) => (
          <Chip key={id} pressed={take.quantise === id} onClick={() => setQuantise(id)}>
            {QUANTISE_NAMES[id]}
          </Chip>
        ))}
      </Row>
    </Stack>
  );
}
