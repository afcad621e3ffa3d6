import { isClock } from '#features/instruments/audio/midi/messages.ts';
import { openMidiDevices, type MidiDevice } from '#features/instruments/audio/midi/ports.ts';
import { isCoded } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { ALL_DEVICES, midi, setPerformer } from './midi.ts';
import { openTone } from '../keyboard/keyboard.ts';
import { notify } from '#core/appState/notices.ts';
import { endDeviceNotes, endMidiNotes, isNoteOn, playMessage, prepareSplit } from './playMidi.ts';

/* The connected MIDI devices, and the one that plays. */

/** Names of ports that no instrument is at: the system's own loops. */
const LOOP_PORT_PATTERN = /midi through|midi thru|loopback|iac driver/i;

/** Name of the first selected device, before the visitor chose one. */
let firstName: string | null = null;
/** Devices that were offered on this page. */
const offeredDevices = new Set<string>();

let scope: Scope | null = null;

/** Text of the badge. */
export function midiBadge({
  status,
  devices,
  chosen,
}: {
  status: typeof midi.status;
  devices: readonly Pick<MidiDevice, 'id' | 'name' | 'status'>[];
  chosen: string | null;
}): string {
  if (status === 'unsupported')
    return globalThis.isSecureContext === false
      ? 'Open this page over https to play by MIDI: browsers give it to secure pages only.'
      : 'MIDI not supported in this browser';
  if (devices.length === 0 || chosen === null) return 'No MIDI device connected';
  if (chosen === ALL_DEVICES) return 'MIDI Connected: All devices';
  const device = devices.find(({ id }) => id === chosen);
  if (device?.status === 'blocked') return `${device.name} cannot be opened`;
  return `MIDI Connected: ${device?.name ?? 'MIDI device'}`;
}

/** Requests the MIDI devices and listens to them; call it from a gesture. */
export async function connectMidi(): Promise<void> {
  if (midi.status === 'unsupported' || midi.status === 'asking' || midi.status === 'ready') return;
  midi.status = 'asking';
  const connectionScope = new Scope();
  scope = connectionScope;
  // Open the sound in the same gesture: browsers do not count a MIDI key as one.
  if (navigator.userActivation?.isActive !== false) void openTone().then(prepareSplit);
  try {
    await openMidiDevices({ onInputs, onMessage }, connectionScope);
    if (scope === connectionScope) midi.status = 'ready';
  } catch (error) {
    connectionScope.dispose();
    // The screen closed during the browser's question.
    if (scope !== connectionScope) return;
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

/** Reconnects without a gesture where the visitor allowed MIDI before; never opens a question. */
export async function resumeMidi(): Promise<void> {
  if (midi.status !== 'idle') return;
  try {
    const { state } = await navigator.permissions.query({ name: 'midi' as PermissionName });
    if (state === 'granted') await connectMidi();
  } catch {
    // The browser does not support this permission: the visitor presses Connect.
  }
}

/** Selects a device, or all; ends the notes of the others. The choice is stored by name. */
export function chooseDevice(id: string): void {
  midi.offered = null;
  if (id === midi.chosen) return;
  endMidiNotes();
  midi.chosen = id;
  const all = id === ALL_DEVICES;
  setPerformer({ allInputs: all, ...(all ? {} : { input: nameOf(id) }) });
  notify({ kind: 'success', title: 'MIDI Device Selected', description: nameOf(id), pageShowsRest: true, key: 'midi' });
}

/** The visitor does not want to play with the offered device. */
export function declineDevice(): void {
  midi.offered = null;
}

/** Disconnects the devices and ends all notes. */
export function disconnectMidi(): void {
  endMidiNotes();
  scope?.dispose();
  scope = null;
  if (midi.status !== 'unsupported') midi.status = 'idle';
  midi.devices = [];
  midi.chosen = null;
  midi.offered = null;
  firstName = null;
}

function onInputs(devices: MidiDevice[]): void {
  const before = midi.devices.map((device) => ({ ...device }));
  for (const { id, name } of before) {
    if (devices.some((device) => device.id === id)) continue;
    endDeviceNotes(id);
    notify({ kind: 'error', title: 'MIDI Device Disconnected', description: name, key: 'midi' });
  }
  midi.devices = devices;
  const chosen = choiceOf(devices);
  // Another device takes over: the held notes of the former one would stay.
  if (midi.chosen !== null && midi.chosen !== chosen) endMidiNotes();
  midi.chosen = chosen;
  if (!devices.some(({ id }) => id === midi.offered) || midi.offered === chosen) midi.offered = null;
  const isNew = ({ id, status }: MidiDevice): boolean => status !== before.find((device) => device.id === id)?.status;
  const namesOf = (selected: readonly MidiDevice[]): string => selected.map(({ name }) => name).join(', ');
  const opened = devices.filter((device) => device.status === 'open' && isNew(device));
  const blocked = devices.filter(({ status }) => status === 'blocked');
  // One notice at a time, so that none covers a key: it names all ports that another program has.
  if (opened.length > 0) {
    const rest = blocked.length > 0 ? `. Cannot be opened: ${namesOf(blocked)}` : '';
    notify({ kind: 'success', title: 'MIDI Device Connected', description: namesOf(opened) + rest, key: 'midi' });
  } else if (blocked.some(isNew)) {
    notify({
      kind: 'error',
      title: 'MIDI Device Cannot Be Opened',
      description: `Probably in use by another program: ${namesOf(blocked)}.`,
      key: 'midi',
    });
  }
}

/**
 * The selected device: all, if chosen; else the chosen one by its name, or the one before; else the first that is an
 * instrument. A port of the system that only passes messages through is the last choice.
 */
function choiceOf(devices: readonly MidiDevice[]): string | null {
  if (devices.length === 0) return null;
  if (midi.settings.allInputs) return ALL_DEVICES;
  const before = devices.find(({ id }) => id === midi.chosen);
  const { input } = midi.settings;
  const selected = input ?? firstName;
  const named = devices.filter(({ name, status }) => name === selected && (status !== 'blocked' || input !== null));
  if (named.length > 0) return (before !== undefined && named.includes(before) ? before : named[0]!).id;
  const playable = devices.filter(({ name, status }) => status !== 'blocked' && !LOOP_PORT_PATTERN.test(name));
  const first = before !== undefined && playable.includes(before) ? before : (playable[0] ?? before ?? devices[0]!);
  if (playable.includes(first)) firstName ??= first.name;
  return first.id;
}

/** Clock messages are from any device: the choice of a device is for notes only. */
function onMessage(device: string, data: Uint8Array, time: number): void {
  if (isClock(data) || midi.chosen === ALL_DEVICES || midi.chosen === device) playMessage(device, data, time);
  else if (isNoteOn(data)) offer(device);
}

/** Offers a device that sends notes, but is not selected; once for each name. */
function offer(id: string): void {
  const name = nameOf(id);
  if (offeredDevices.has(name)) return;
  offeredDevices.add(name);
  midi.offered = id;
}

function nameOf(id: string): string {
  return id === ALL_DEVICES ? 'All devices' : (midi.devices.find((device) => device.id === id)?.name ?? 'MIDI device');
}
