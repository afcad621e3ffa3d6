import { proxy } from 'valtio';
import { midiSupported, openMidiDevices, type MidiDevice } from '../../audio/midi/ports.ts';
import { isCoded } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { offerOutputs, offerReturns, openMidiOut } from './midiOut.ts';
import { performing, setPerformer } from './performing.ts';
import { openTone } from '../keyboard/tone.ts';
import { notify } from '#core/shell/notices.ts';
import { dropMidi, endMidiNotes, isClock, playMessage, prepareSplit } from './playMidi.ts';

/* Which MIDI devices there are, and which is heard. */

/** Selects all devices. */
export const ALL_DEVICES = 'all';

export const midi = proxy<{
  status: 'unsupported' | 'idle' | 'asking' | 'denied' | 'ready';
  devices: MidiDevice[];
  /** Id of a device, all devices, or none. */
  chosen: string | typeof ALL_DEVICES | null;
}>({ status: midiSupported() ? 'idle' : 'unsupported', devices: [], chosen: null });

let scope: Scope | null = null;

/** Text of the badge. */
export function midiBadge({
  status,
  devices,
  chosen,
}: {
  status: typeof midi.status;
  devices: readonly MidiDevice[];
  chosen: string | null;
}): string {
  if (status === 'unsupported')
    return globalThis.isSecureContext === false
      ? 'Open this page over https to play by MIDI: browsers give it to secure pages only.'
      : 'MIDI not supported in this browser';
  if (devices.length === 0 || chosen === null) return 'No MIDI device connected';
  return `MIDI Connected: ${chosen === ALL_DEVICES ? 'All devices' : (devices.find(({ id }) => id === chosen)?.name ?? 'MIDI device')}`;
}

/** Asks for the MIDI devices and listens to them; call it from a gesture. */
export async function connectMidi(): Promise<void> {
  if (midi.status === 'unsupported' || midi.status === 'asking' || midi.status === 'ready') return;
  midi.status = 'asking';
  const mine = new Scope();
  scope = mine;
  // Open the sound in the same gesture: browsers do not count a MIDI key as one.
  if (navigator.userActivation?.isActive !== false) void openTone().then(prepareSplit);
  try {
    const send = await openMidiDevices({ onInputs, onOutputs: offerOutputs, onMessage }, mine);
    if (scope !== mine) return;
    openMidiOut(send, mine);
    midi.status = 'ready';
  } catch (error) {
    mine.dispose();
    // The screen closed while the browser asked.
    if (scope !== mine) return;
    scope = null;
    midi.status = isCoded(error, 'not_supported') ? 'unsupported' : 'denied';
    if (midi.status === 'denied') {
      notify({
        kind: 'error',
        title: 'MIDI Access Denied',
        description: 'Could not access your MIDI devices. Please check permissions.',
        key: 'midi',
      });
    }
  }
}

/** Reconnects without a gesture where the visitor allowed MIDI before; never asks. */
export async function resumeMidi(): Promise<void> {
  if (midi.status !== 'idle') return;
  try {
    const { state } = await navigator.permissions.query({ name: 'midi' as PermissionName });
    if (state === 'granted') await connectMidi();
  } catch {
    // The browser does not know this permission: the visitor presses Connect.
  }
}

/** Selects a device, or all; ends the notes of the others. */
export function chooseDevice(id: string): void {
  if (id === midi.chosen) return;
  endMidiNotes();
  midi.chosen = id;
  setPerformer({ allInputs: id === ALL_DEVICES });
  notify({ kind: 'success', title: 'MIDI Device Selected', description: nameOf(id), pageShowsRest: true, key: 'midi' });
}

/** Disconnects the devices and ends all notes. */
export function disconnectMidi(): void {
  endMidiNotes();
  scope?.dispose();
  scope = null;
  if (midi.status !== 'unsupported') midi.status = 'idle';
  midi.devices = [];
  midi.chosen = null;
}

function onInputs(devices: MidiDevice[]): void {
  const before = midi.devices.map(({ id, name }) => ({ id, name }));
  const gone = before.filter(({ id }) => !devices.some((device) => device.id === id));
  const added = devices.filter(({ id }) => !before.some((device) => device.id === id));
  for (const { id, name } of gone) {
    dropMidi(id);
    notify({ kind: 'error', title: 'MIDI Device Disconnected', description: name });
  }
  midi.devices = devices;
  if (devices.length === 0) midi.chosen = null;
  else if (midi.chosen !== ALL_DEVICES && !devices.some(({ id }) => id === midi.chosen))
    midi.chosen = performing.settings.allInputs ? ALL_DEVICES : devices[0]!.id;
  offerReturns(devices);
  for (const { name } of added) notify({ kind: 'success', title: 'MIDI Device Connected', description: name });
}

/** Clock messages are from any device: the choice of a device is for notes only. */
function onMessage(device: string, data: Uint8Array, time: number): void {
  if (isClock(data) || midi.chosen === ALL_DEVICES || midi.chosen === device) playMessage(device, data, time);
}

function nameOf(id: string): string {
  return id === ALL_DEVICES ? 'All devices' : (midi.devices.find((device) => device.id === id)?.name ?? 'MIDI device');
}
