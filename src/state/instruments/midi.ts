import { proxy } from 'valtio';
import { MidiPlayer } from '../../audio/instrument/midiPlayer.ts';
import { midiSupported, openMidiInputs, type MidiDevice } from '../../audio/instrument/midiInput.ts';
import type { MidiMessage } from '../../audio/instrument/midiMessages.ts';
import { FADING, patchFor } from '../../audio/instrument/patch.ts';
import type { Instrument } from '../../audio/instrument/engine.ts';
import { isCoded } from '../../domain/errors.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { measureLatency, noteBegan, noteEnded } from './keyboard.ts';
import { tone } from './tone.ts';
import { notify } from '../shell/notices.ts';
import { player as playback, stopPlaying } from '../playback/player.ts';
import { engineNow, openEngine } from '../playback/soundEngine.ts';

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
/** What sounded the last note: it ends there, also while the browser holds the sound back. */
let lastEngine: Instrument | null = null;
/** Time stamp of the message that is being handled, ms. */
let eventTime = 0;
/** How much later than now what the message ends shall end, s: not 0 for what came before the sound stood. */
let delay = 0;

interface Played {
  device: string;
  message: MidiMessage;
  /** ms on the page's performance clock. */
  time: number;
}
/** A note for which the sound is being opened, and all that came after it; null when the sound stands or nobody has played. */
let waiting: { played: Played[] } | null = null;

/** What the badge says. */
export function midiBadge({
  status,
  devices,
  chosen,
}: {
  status: typeof midi.status;
  devices: readonly MidiDevice[];
  chosen: string | null;
}): string {
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
      notify({
        kind: 'error',
        title: 'MIDI Access Denied',
        description: 'Could not access your MIDI devices. Please check permissions.',
        key: 'midi',
      });
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
  waiting = null;
  performer?.dropAll();
  midi.chosen = id;
  notify({ kind: 'success', title: 'MIDI Device Selected', description: nameOf(id), key: 'midi' });
}

/** Lets the devices go; nothing keeps sounding. */
export function disconnectMidi(): void {
  waiting = null;
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
    if (waiting !== null) waiting.played = waiting.played.filter(({ device }) => device !== id);
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
  const played = { device, message, time };
  if (waiting !== null) waiting.played.push(played);
  else if (message.type === 'note-on' && engineNow() === null) void playLate(played);
  else play(played);
}

/**
 * The first key may come before the sound stands; a note that comes late is better than none. What follows it waits behind
 * it, or its end would be over before its beginning and the note would stay.
 */
async function playLate(first: Played): Promise<void> {
  const mine = { played: [first] };
  waiting = mine;
  const engine = await openEngine();
  if (waiting !== mine) return;
  waiting = null;
  for (const played of mine.played) {
    if (played.message.type === 'note-on' && engine === null) continue;
    // A tap that is over by now has its own length all the same.
    delay = Math.max(0, played.time - first.time) / 1000;
    play(played, true);
  }
  delay = 0;
}

function play({ device, message, time }: Played, late = false): void {
  eventTime = time;
  const engine = engineNow();
  if (message.type === 'note-on') {
    if (playback.sounding !== null) stopPlaying();
    if (engine !== null) {
      measureLatency(engine);
      // The opening is no part of the latency: a late note is not measured.
      if (!late) engine.latency.expect(time, engine.context.currentTime);
    }
  }
  performer ??= new MidiPlayer(
    {
      start: (note) => {
        lastEngine = engineNow();
        return lastEngine?.voices.start(note) ?? 0;
      },
      release: (id) => lastEngine?.voices.release(id, lastEngine.context.currentTime + delay),
      bend: (source, cents) => (engineNow() ?? lastEngine)?.voices.bend(source, cents),
      stop: (source) => lastEngine?.voices.stop(source),
    },
    {
      onNote: (source, number, velocity) => noteBegan(source, number, velocity, eventTime),
      onRelease: (source, number) => noteEnded(source, number, eventTime),
    },
    FADING,
  );
  if (message.type === 'note-on') performer.patch = patchFor(tone.choice, message.midi);
  performer.handle(device, message);
}

function nameOf(id: string): string {
  return id === ALL_DEVICES ? 'All devices' : (midi.devices.find((device) => device.id === id)?.name ?? 'MIDI device');
}
