import { proxy, subscribe } from 'valtio';
import type { Instrument } from '../../audio/sound/engine.ts';
import { Performer } from '../../audio/midi/performer/performer.ts';
import type { ClockListener } from '../../audio/midi/performer/performerContract.ts';
import { SUSTAIN } from '../../audio/midi/performer/controllers.ts';
import { midiSupported, openMidi, type MidiDevice } from '../../audio/midi/ports.ts';
import { isCoded } from '../../../../core/values/errors.ts';
import { TONE_CHOICES, type ToneId } from '../../domain/keyboard/tone.ts';
import { Scope } from '../../../../core/lifetime/scope.ts';
import { releaseAllKeys, measureLatency, noteBegan, noteEnded } from '../keyboard/keyboard.ts';
import { offerOutputs, offerReturns, openMidiOut, silenceOut } from './midiOut.ts';
import { performing, setPerformer } from './performing.ts';
import { chooseTone, openTone, prepareTone, tone } from '../keyboard/tone.ts';
import { notify } from '../../../../core/shell/notices.ts';
import { player as playback, stopPlaying } from '../playback/player.ts';
import { engineNow } from '../playback/soundEngine.ts';

/** Status bytes from here on are clock and song messages. */
const SONG_POSITION = 0xf2;

/** A hint in the middle of playing stays until it can be read, ms. */
const PEDAL_NOTICE_MS = 8000;

/** Selects all devices. */
export const ALL_DEVICES = 'all';

export const midi = proxy<{
  status: 'unsupported' | 'idle' | 'asking' | 'denied' | 'ready';
  devices: MidiDevice[];
  /** Id of a device, all devices, or none. */
  chosen: string | typeof ALL_DEVICES | null;
}>({ status: midiSupported() ? 'idle' : 'unsupported', devices: [], chosen: null });

/** The pedal was explained on this page. */
let pedalExplained = false;
let scope: Scope | null = null;
/** Listener of the devices' clocks. */
let clock: ClockListener | null = null;
/** Engine of the last note: the note ends there, also while the browser suspends the sound. */
let lastEngine: Instrument | null = null;
/** Tone of the last note. */
let lastTone: ToneId | undefined;
/** Time stamp of the current message, ms. */
let eventTime = 0;
/** Delay of the current message's note ends, s: above 0 for messages from before the engine was running. */
let delay = 0;

interface Played {
  device: string;
  data: Uint8Array;
  /** Time on the page's performance clock, ms. */
  time: number;
}
/** Messages that wait for the sound to open, the first note and all after it; null otherwise. */
let waiting: { played: Played[] } | null = null;

/** Created once: a device may send at any time. */
const performer = new Performer(
  {
    start: (note) => {
      lastTone = note.patch?.id;
      const engine = engineNow();
      const voice = engine?.voices.start(note) ?? 0;
      if (engine !== lastEngine) {
        lastEngine = engine;
        prepareSplit();
      }
      return voice;
    },
    release: (id) => lastEngine?.voices.release(id, lastEngine.context.currentTime + delay),
    express: (id, what, value) => lastEngine?.voices.express(id, what, value),
    expressAll: (source, what, value) => (engineNow() ?? lastEngine)?.voices.expressAll(source, what, value),
    resetExpression: (source) => lastEngine?.voices.resetExpression(source),
    silence: (source) => lastEngine?.voices.silence(source),
  },
  {
    onNote: (source, number, velocity) => noteBegan(source, number, velocity, eventTime, lastTone),
    onRelease: (source, number) => noteEnded(source, number, eventTime),
    onProgram: (program) => {
      const choice = TONE_CHOICES[program];
      if (performing.settings.programs && choice !== undefined) chooseTone(choice);
    },
  },
  {
    onClock: (device, time) => clock?.onClock(device, time),
    onStart: (device) => clock?.onStart(device),
    onResume: (device) => clock?.onResume(device),
    onHalt: (device) => clock?.onHalt(device),
    onPosition: (device, sixteenths) => clock?.onPosition(device, sixteenths),
  },
);
function configure(): void {
  performer.configure(performing.settings, tone.choice);
  prepareSplit();
}
subscribe(performing, configure, true);
subscribe(tone, configure, true);
configure();

/**
 * Prepares the voices of the split's lower tone, once the engine runs; the chosen tone's are prepared when it is
 * chosen.
 */
function prepareSplit(): void {
  const { split, splitTone } = performing.settings;
  const engine = engineNow();
  if (split && engine !== null) void prepareTone(engine, splitTone);
}

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
  // Open the sound in the same gesture: browsers do not count a MIDI key as one.
  if (navigator.userActivation?.isActive !== false) void openTone().then(prepareSplit);
  try {
    const send = await openMidi({ onInputs, onOutputs: offerOutputs, onMessage }, mine);
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
  waiting = null;
  performer.panic();
  midi.chosen = id;
  setPerformer({ allInputs: id === ALL_DEVICES });
  notify({ kind: 'success', title: 'MIDI Device Selected', description: nameOf(id), key: 'midi' });
}

/** Disconnects the devices and ends all notes. */
export function disconnectMidi(): void {
  waiting = null;
  performer.panic();
  scope?.dispose();
  scope = null;
  if (midi.status !== 'unsupported') midi.status = 'idle';
  midi.devices = [];
  midi.chosen = null;
}

/** Ends every note, here and on the connected output, regardless of source and pedal. */
export function panic(): void {
  waiting = null;
  eventTime = performance.now();
  performer.panic();
  releaseAllKeys();
  (engineNow() ?? lastEngine)?.voices.silence();
  silenceOut();
}

/** Listens to the clocks of all devices; one listener at a time. */
export function onMidiClock(listener: ClockListener): () => void {
  clock = listener;
  return () => {
    if (clock === listener) clock = null;
  };
}

function onInputs(devices: MidiDevice[]): void {
  const before = midi.devices.map(({ id, name }) => ({ id, name }));
  const gone = before.filter(({ id }) => !devices.some((device) => device.id === id));
  const added = devices.filter(({ id }) => !before.some((device) => device.id === id));
  eventTime = performance.now();
  for (const { id, name } of gone) {
    if (waiting !== null) waiting.played = waiting.played.filter(({ device }) => device !== id);
    performer.drop(id);
    clock?.onHalt(id);
    notify({ kind: 'error', title: 'MIDI Device Disconnected', description: name });
  }
  midi.devices = devices;
  if (devices.length === 0) midi.chosen = null;
  else if (midi.chosen !== ALL_DEVICES && !devices.some(({ id }) => id === midi.chosen))
    midi.chosen = performing.settings.allInputs ? ALL_DEVICES : devices[0]!.id;
  offerReturns(devices);
  for (const { name } of added) notify({ kind: 'success', title: 'MIDI Device Connected', description: name });
}

function onMessage(device: string, data: Uint8Array, time: number): void {
  // Clock messages are handled at once and from any device: the choice of a device is for notes only.
  if (data[0]! >= SONG_POSITION) performer.handle(device, data, time);
  else if (midi.chosen !== ALL_DEVICES && midi.chosen !== device) return;
  else if (waiting !== null) waiting.played.push({ device, data, time });
  else if (isNoteOn(data) && engineNow() === null) void playLate({ device, data, time });
  else play(device, data, time, false);
}

/**
 * The first key may come before the engine runs; a late note is better than none. Later messages queue behind it:
 * otherwise the note's end would come before its beginning, and the note would hang.
 */
async function playLate(first: Played): Promise<void> {
  const mine = { played: [first] };
  waiting = mine;
  const engine = await openTone();
  if (waiting !== mine) return;
  waiting = null;
  if (engine !== null) performer.resendExpression();
  for (const { device, data, time } of mine.played) {
    if (isNoteOn(data) && engine === null) continue;
    // A tap that is over keeps its length.
    delay = Math.max(0, time - first.time) / 1000;
    play(device, data, time, true);
  }
  delay = 0;
}

/** Handles a message. @param late it waited for the sound: exclude it from the latency measurement */
function play(device: string, data: Uint8Array, time: number, late: boolean): void {
  eventTime = time;
  if (isNoteOn(data)) {
    if (playback.sounding !== null) stopPlaying();
    const engine = engineNow();
    if (engine !== null) {
      measureLatency(engine);
      if (!late) engine.latency.expect(time, engine.context.currentTime);
    }
  }
  performer.handle(device, data, time);
  explainPedal(data);
}

/** A tone that fades by itself cannot be held: says so at the first press of the sustain pedal. */
function explainPedal(data: Uint8Array): void {
  const isSustain = (data[0]! & 0xf0) === 0xb0 && data[1] === SUSTAIN && data[2]! >= 64;
  if (!isSustain || pedalExplained || tone.choice !== 'fading') return;
  pedalExplained = true;
  notify({
    kind: 'info',
    title: 'Your pedal holds notes that last',
    description: 'The tone Fading ends by itself. Choose Held, or any other tone.',
    duration: PEDAL_NOTICE_MS,
    key: 'pedal',
  });
}

function isNoteOn(data: Uint8Array): boolean {
  return (data[0]! & 0xf0) === 0x90 && data[2] !== 0;
}

function nameOf(id: string): string {
  return id === ALL_DEVICES ? 'All devices' : (midi.devices.find((device) => device.id === id)?.name ?? 'MIDI device');
}
