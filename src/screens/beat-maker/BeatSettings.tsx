import { useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link, useLocation } from 'wouter';
import { BPM_RANGE, ROW_RANGE, selectedNotes, SWING_RANGE } from '#features/instruments/domain/beat/beat.ts';
import { copyText } from '#core/sharing/clipboard.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import {
  beginGesture,
  endGesture,
  setBpm,
  setRows,
  setSwing,
  toggleNote,
} from '#features/instruments/state/beat/beat.ts';
import { createFromBeat, exportBeat, importBeat } from '#features/instruments/state/beat/beatFile.ts';
import { notify } from '#core/appState/notices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import { NoteChip } from '#features/fragrance/components/notes/NoteChip.tsx';
import { MidiSync } from './midi/MidiSync.tsx';
import { NotesDialog } from './NotesDialog.tsx';
import { TempoField } from '#features/instruments/components/TempoField.tsx';
import { beatAddress } from './useBeatAddress.ts';
import styles from './BeatMaker.module.css';
import { pluralize } from '#core/values/words.ts';

/** Tempo, rows, swing and notes. */
export function BeatSettings() {
  const { beat } = useSnapshot(beatMaker);
  const [choosing, setChoosing] = useState(false);
  const notes = selectedNotes(beat);
  return (
    <Stack gap={5} top className={styles.settings}>
      <Stack gap={1}>
        <Slider label="BPM" value={beat.bpm} {...BPM_RANGE} showsValue={false} onChange={setBpm} />
        <TempoField label="Tempo, beats a minute" bpm={beat.bpm} onChange={setBpm} />
        <Slider label="Rows" value={beat.rows} {...ROW_RANGE} onChange={setRows} />
        <Slider label="Swing" value={beat.swing} {...SWING_RANGE} unit="%" onChange={setSwing} />
      </Stack>
      <Stack as="section" gap={2} aria-labelledby="beat-notes">
        <Row align="middle" justify="between">
          <Text as="h2" id="beat-notes" size="large">
            Selected notes
          </Text>
          <Button variant="flush" onClick={() => setChoosing(true)}>
            Select notes
          </Button>
        </Row>
        <Row as="ul" wrap gap={2} aria-label="Selected notes, press one to remove it">
          {notes.map((note) => (
            <li key={note}>
              <NoteChip note={note} sign="×" title={`Remove ${note}`} onClick={() => toggleNote(note)} />
            </li>
          ))}
        </Row>
        {notes.length > beat.rows && (
          <p className="muted tiny">{`The grid shows ${beat.rows} of your ${pluralize(notes.length, 'note')}; all of them go into the fragrance.`}</p>
        )}
      </Stack>
      <Row wrap columnGap={5}>
        <Button as={Link} href="/scentwaves" variant="flush">
          Scentwaves
        </Button>
        <CopyLink />
      </Row>
      <NotesDialog open={choosing} onOpenChange={setChoosing} />
    </Stack>
  );
}

/** MIDI: a file in, a file out, and the clock of another device. */
export function MidiLine() {
  return (
    <Row wrap columnGap={5}>
      <ImportMidi />
      <Button variant="flush" onClick={() => void exportBeat()}>
        Export MIDI
      </Button>
      <MidiSync />
    </Row>
  );
}

/** The fragrance of the beat: in sight wherever the page is scrolled to. */
export function CreateBar() {
  const { beat } = useSnapshot(beatMaker);
  const [, navigate] = useLocation();
  return (
    <div className={styles.bar}>
      <Button
        variant="primary"
        long
        wide
        onClick={() => {
          if (createFromBeat()) navigate('/results');
        }}
      >
        {`Create Fragrance with ${pluralize(selectedNotes(beat).length, 'Note')}`}
      </Button>
    </div>
  );
}

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  unit?: string;
  onChange: (value: number) => void;
  /** False where another control shows it. */
  showsValue?: boolean;
}

function Slider({ label, value, min, max, unit = '', showsValue = true, onChange }: SliderProps) {
  const id = useId();
  return (
    <Stack gap={3} align="middle" tappable className={styles.slider}>
      <Text as="label" weight="strong" htmlFor={id}>
        {label}
      </Text>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={value}
        aria-valuetext={`${value}${unit}`}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        // A drag is one undo step.
        onPointerDown={beginGesture}
        onPointerUp={endGesture}
        onPointerCancel={endGesture}
      />
      {showsValue && <output className="muted digits text-right" htmlFor={id}>{`${value}${unit}`}</output>}
    </Stack>
  );
}

function CopyLink() {
  const copy = async (): Promise<void> => {
    const copied = await copyText(beatAddress(beatMaker.beat));
    notify(
      copied
        ? { kind: 'success', title: 'Copied!', description: 'Anyone who opens the link gets your beat.', key: 'beat' }
        : { kind: 'error', title: 'Failed to copy to clipboard', key: 'beat' },
    );
  };
  return (
    <Button variant="flush" onClick={() => void copy()}>
      Copy Link
    </Button>
  );
}

function ImportMidi() {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="flush" onClick={() => picker.current?.click()}>
        Import MIDI
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".mid,.midi,.kar,.rmi,audio/midi,audio/x-midi"
        hidden
        aria-label="MIDI file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allow picking the same file again.
          event.target.value = '';
          if (file !== undefined) void importBeat(file);
        }}
      />
    </>
  );
}
