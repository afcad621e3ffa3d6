import { useEffect, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { midi, setPerformer } from '#features/instruments/state/midi/midi.ts';
import { connectMidi, midiBadge } from '#features/instruments/state/midi/midiDevices.ts';
import { enterMidiBeat } from '#features/instruments/state/midi/midiClock.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Switch } from '#ui/controls/Switch.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import styles from './MidiSync.module.css';

/** Switch that lets the beat follow the MIDI clock of another device. Collapsed by default. */
export function MidiSync() {
  const { status } = useSnapshot(midi);
  const [open, setOpen] = useState(false);
  const id = useId();
  useEffect(enterMidiBeat, []);
  if (status === 'unsupported') return null;
  return (
    <>
      <Button variant="flush" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        MIDI
      </Button>
      {open && (
        <Stack as="section" id={id} gap={3} className={styles.panel} aria-label="MIDI">
          <Connection />
          {status === 'ready' && <Sync />}
        </Stack>
      )}
    </>
  );
}

function Connection() {
  const { status, devices, chosen } = useSnapshot(midi);
  return (
    <Row wrap gap={2} columnGap={3} align="middle" justify="between" size="small">
      <output>{midiBadge({ status, devices, chosen })}</output>
      {status !== 'ready' && (
        <Button variant="outline" aria-disabled={status === 'asking'} onClick={() => void connectMidi()}>
          {status === 'asking' ? 'Connecting...' : 'Connect MIDI'}
        </Button>
      )}
    </Row>
  );
}

function Sync() {
  const { settings, clockBpm: bpm } = useSnapshot(midi);
  return (
    <Switch
      label="Follow MIDI clock"
      why={
        bpm === null ? 'Starts and stops with the other device, at its tempo.' : `The other device plays at ${bpm} BPM.`
      }
      checked={settings.receiveClock}
      onChange={(receiveClock) => setPerformer({ receiveClock })}
    />
  );
}
