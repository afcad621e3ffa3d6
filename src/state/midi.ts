import { proxy } from 'valtio';
import { MidiPlayer } from '../audio/instrument/midiPlayer.ts';
import { midiSupported, openMidiInputs, type MidiDevice } from '../audio/instrument/midiInput.ts';
import type { MidiMessage } from '../audio/instrument/midiMessages.ts';
import { FADING } from '../audio/instrument/patch.ts';
import { isCoded } from '../domain/errors.ts';
import { Scope } from '../platform/scope.ts';
import { currentPatch, measureLatency, noteBegan, noteEnded } from './keyboard.ts';
import { notify } from './notices.ts';
import { player as playback, stopPlaying } from './player.ts';
import { engineNow, openEngine } from './soundEngine.ts';

/** Listen to every device at once. */
export const ALL_DEVICES = 'all';

export const midi = proxy<{
  status: 'unsupported' | 'idle' | 'asking' | 'denied' | 'ready';
  devices: MidiDevice[];
  /** A device's id, every device, or none. */
  chosen: string | typeof ALL_DEVICES | null;
}>({ status: midiSupported() ? 'idle' : 'unsupported', devices: [], chosen: null });

let scope: Scope | null = null;
let performer: MidiPlayer | null = null;
/** Time stamp of the message that is being handled, ms. */
let eventTime = 0;

/** What the badge says, in the specified words. */
export function midiBadge({ status, devices, chosen }: { status: typeof midi.status; devices: readonly MidiDevice[]; chosen: string | null }): string {
  if (status === 'unsupported') return 'MIDI not supported in this browser';
  if (devices.length === 0 || chosen === null) return 'No MIDI device connected';
  return `MIDI Connected: ${chosen === ALL_DEVICES ? 'All devices' : (devices.find(({ id }) => id === chosen)?.name ?? 'MIDI device')}`;
}

/** Asks for the MIDI devices and listens to them; call it from a gesture. */
export async function connectMidi(): Promise<void> {
  if (midi.status === 'unsupported' || midi.status === 'asking' || midi.status === 'ready') return;
  midi.status = 'asking';
  const mine = new Scope();
  scope = mine;
  // The sound is opened by the same gesture: a MIDI key is none, as browsers see it.
  if (navigator.userActivation?.isActive !== false) void openEngine();
  try {
    await openMidiInputs({ onDevices, onMessage }, mine);
    if (scope === mine) midi.status = 'ready';
  } catch (error) {
    mine.dispose();
    // The screen was left while the browser asked.
    if (scope !== mine) return;
    scope = null;
    midi.status = isCoded(error, 'not_supported') ? 'unsupported' : 'denied';
    if (midi.status === 'denied') {
      notify({ kind: 'error', title: 'MIDI Access Denied', description: 'Could not access your MIDI devices. Please check permissions.', key: 'midi' });
    }
  }
}

/** Listens again without a gesture, where the visitor has allowed MIDI before: nothing is asked then. */
export async function resumeMidi(): Promise<void> {
  if (midi.status !== 'idle') return;
  try {
    const { state } = await navigator.permissions.query({ name: 'midi' as PermissionName });
    if (state === 'granted') await connectMidi();
  } catch {
    // The browser does not know this permission: the visitor presses Connect.
  }
}

/** Chooses a device, or all of them; notes of the others end. */
export function chooseDevice(id: string): void {
  if (id === midi.chosen) return;
  performer?.dropAll();
  midi.chosen = id;
  notify({ kind: 'success', title: 'MIDI Device Selected', description: nameOf(id), key: 'midi' });
}

/** Lets the devices go; nothing keeps sounding. */
export function disconnectMidi(): void {
  performer?.dropAll();
  scope?.dispose();
  scope = null;
  performer = null;
  if (midi.status !== 'unsupported') midi.status = 'idle';
  midi.devices = [];
  midi.chosen = null;
}

function onDevices(devices: MidiDevice[]): void {
  const before = midi.devices.map(({ id, name }) => ({ id, name }));
  const gone = before.filter(({ id }) => !devices.some((device) => device.id === id));
  const added = devices.filter(({ id }) => !before.some((device) => device.id === id));
  eventTime = performance.now();
  for (const { id, name } of gone) {
    performer?.dropDevice(id);
    notify({ kind: 'error', title: 'MIDI Device Disconnected', description: name });
  }
  midi.devices = devices;
  const chosenIsThere = midi.chosen === ALL_DEVICES ? devices.length > 0 : devices.some(({ id }) => id === midi.chosen);
  if (!chosenIsThere) midi.chosen = devices[0]?.id ?? null;
  for (const { name } of added) notify({ kind: 'success', title: 'MIDI Device Connected', description: name });
}

function onMessage(device: string, message: MidiMessage, time: number): void {
  if (midi.chosen !== ALL_DEVICES && midi.chosen !== device) return;
  eventTime = time;
  const engine = engineNow();
  if (engine === null) {
    // The first key may come before the sound stands; a note that comes late is better than none.
    if (message.type === 'note-on') void openEngine().then((opened) => opened !== null && play(device, message));
    return;
  }
  play(device, message);
}

function play(device: string, message: MidiMessage): void {
  const engine = engineNow();
  if (engine === null) return;
  if (message.type === 'note-on') {
    if (playback.sounding !== null) stopPlaying();
    measureLatency(engine);
    engine.latency.expect(eventTime, engine.context.currentTime);
  }
  performer ??= new MidiPlayer(
    {
      start: (note) => engineNow()?.voices.start(note) ?? 0,
      release: (id) => engineNow()?.voices.release(id),
      bend: (source, cents) => engineNow()?.voices.bend(source, cents),
      stop: (source) => engineNow()?.voices.stop(source),
    },
    {
      onNote: (source, number, velocity) => noteBegan(source, number, velocity, eventTime),
      onRelease: (source, number) => noteEnded(source, number, eventTime),
    },
    FADING,
  );
  performer.patch = currentPatch();
  performer.handle(device, message);
}

function nameOf(id: string): string {
  return id === ALL_DEVICES ? 'All devices' : (midi.devices.find((device) => device.id === id)?.name ?? 'MIDI device');
}
