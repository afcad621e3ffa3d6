import { useEffect, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ALL_DEVICES, midi } from '#features/instruments/state/midi/midi.ts';
import {
  chooseDevice,
  connectMidi,
  declineDevice,
  disconnectMidi,
  midiBadge,
  resumeMidi,
} from '#features/instruments/state/midi/midiDevices.ts';
import { allNotesOff } from '#features/instruments/state/midi/playMidi.ts';
import { DeviceOffer } from '#features/instruments/components/DeviceOffer.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { PerformerPanel } from './PerformerPanel.tsx';
import { Box, Row } from '#ui/layout/Box.tsx';
import styles from './MidiPanel.module.css';

/** The MIDI badge, the connect button, a choice of devices, and the performance settings. */
export function MidiPanel() {
  const { status, devices, chosen, offered } = useSnapshot(midi);
  const [open, setOpen] = useState(false);
  const id = useId();
  useEffect(() => {
    void resumeMidi();
    return disconnectMidi;
  }, []);
  const connected = chosen === ALL_DEVICES || devices.find((device) => device.id === chosen)?.status === 'open';
  const other = devices.find((device) => device.id === offered);
  return (
    <>
      <Row wrap gap={2} columnGap={3} align="middle" className={styles.midi}>
        <Row as="output" inline align="middle" className={styles.badge} data-connected={connected || undefined}>
          <span className={styles.dot} aria-hidden="true" />
          <span>{midiBadge({ status, devices, chosen })}</span>
        </Row>
        {(status === 'idle' || status === 'denied' || status === 'asking') && (
          <Button variant="flush" aria-disabled={status === 'asking'} onClick={() => void connectMidi()}>
            {status === 'asking' ? 'Connecting...' : 'Connect MIDI'}
          </Button>
        )}
        {status === 'asking' && (
          <>
            <span className="muted small">Your browser may ask you to allow it.</span>
            <Button variant="quiet" onClick={disconnectMidi}>
              Cancel
            </Button>
          </>
        )}
        {devices.length > 1 && (
          <label className={styles.selector} htmlFor={id}>
            <span className="visually-hidden">MIDI device</span>
            <Box
              as="select"
              size="small"
              edge="edged"
              surface="surface"
              radius="sm"
              id={id}
              value={chosen ?? ''}
              onChange={(event) => chooseDevice(event.target.value)}
            >
              {devices.map((device) => (
                <option key={device.id} value={device.id}>
                  {device.status === 'blocked' ? `${device.name} (cannot be opened)` : device.name}
                </option>
              ))}
              <option value={ALL_DEVICES}>All devices</option>
            </Box>
          </label>
        )}
        {other !== undefined && (
          <DeviceOffer name={other.name} onPlay={() => chooseDevice(other.id)} onDecline={declineDevice} />
        )}
        {status === 'ready' && (
          <>
            <Button variant="quiet" title="Ends every note" onClick={allNotesOff}>
              Panic
            </Button>
            <Button variant="quiet" aria-expanded={open} aria-controls={`${id}-more`} onClick={() => setOpen(!open)}>
              More for performers
            </Button>
          </>
        )}
      </Row>
      {status === 'ready' && open && <PerformerPanel id={`${id}-more`} />}
    </>
  );
}
