import { subscribeKey } from 'valtio/utils';
import type { Instrument } from '#features/instruments/audio/sound/engine.ts';
import { Performer } from '#features/instruments/audio/midi/performer/performer.ts';
import { isClock, readClock, type ClockListener } from '#features/instruments/audio/midi/messages.ts';
import { SUSTAIN_CONTROL } from '#features/instruments/audio/midi/performer/controllers.ts';
import { TONE_CHOICES, type ToneId } from '#features/instruments/domain/keyboard/tone.ts';
import {
  chooseTone,
  measureLatency,
  registerSoundingNote,
  unregisterNote,
  openTone,
  prepareTone,
  releaseAllKeys,
  keyboard,
} from '../keyboard/keyboard.ts';
import { bendKeyLights, markKeyUp, reportMidiMessage, lightPedal } from '../keyboard/keyLights.ts';
import { midi } from './midi.ts';
import { recordControl, recordKeyUp, recordReset } from '../take/recordTake.ts';
import { notify } from '#core/appState/notices.ts';
import { player as playback, stopPlaying } from '../playback/player.ts';
import { engineNow } from '../playback/soundEngine.ts';

/* Plays the messages of MIDI devices. */

/** A hint in the middle of playing stays until it can be read, ms. */
const PEDAL_NOTICE_MS = 8000;

/** The pedal was explained on this page. */
let pedalExplained = false;
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

/** Queued messages while the sound opens, from the first note on; null otherwise. */
let queuedMessages: { played: Played[] } | null = null;

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
    onNote: (source, number, velocity) => registerSoundingNote(source, number, velocity, eventTime, lastTone),
    onKeyUp: (source, number, release) => {
      markKeyUp(source, number);
      recordKeyUp(source, number, release, eventTime);
    },
    onRelease: (source, number) => unregisterNote(source, number, eventTime),
    onControl: (source, control, value, number) => {
      if (control === 'bend') bendKeyLights(source, value);
      else if (control === 'sustain') lightPedal(source, value > 0);
      recordControl(source, control, value, eventTime, number);
    },
    onRest: (source) => {
      bendKeyLights(source, 0);
      lightPedal(source, false);
      recordReset(source, eventTime);
    },
    onProgram: (program) => {
      const choice = TONE_CHOICES[program];
      if (midi.settings.programs && choice !== undefined) chooseTone(choice);
    },
  },
);

function configure(): void {
  performer.configure(midi.settings, keyboard.tone);
  prepareSplit();
}
subscribeKey(midi, 'settings', configure, true);
subscribeKey(keyboard, 'tone', configure, true);
configure();

/**
 * Prepares the voices of the split's lower tone, once the engine runs; the chosen tone's are prepared when it is
 * chosen.
 */
export function prepareSplit(): void {
  const { split, splitTone } = midi.settings;
  const engine = engineNow();
  if (split && engine !== null) void prepareTone(engine, splitTone);
}

/** Plays a message of a device; time in ms, as of the event. Clock messages are handled at once. */
export function playMessage(device: string, data: Uint8Array, time: number): void {
  if (isClock(data)) {
    if (clock !== null) readClock(device, data, time, clock);
    return;
  }
  reportMidiMessage();
  if (queuedMessages !== null) queuedMessages.played.push({ device, data, time });
  else if (isNoteOn(data) && engineNow() === null) void playLate({ device, data, time });
  else play(device, data, time, false);
}

/**
 * The first key may come before the engine runs; a late note is better than none. Later messages queue behind it:
 * otherwise the note's end would come before its beginning, and the note would hang.
 */
async function playLate(first: Played): Promise<void> {
  const queue = { played: [first] };
  queuedMessages = queue;
  const engine = await openTone();
  if (queuedMessages !== queue) return;
  queuedMessages = null;
  if (engine !== null) performer.resendExpression();
  for (const { device, data, time } of queue.played) {
    if (isNoteOn(data) && engine === null) continue;
    // A tap that is over keeps its length.
    delay = Math.max(0, time - first.time) / 1000;
    play(device, data, time, true);
  }
  delay = 0;
}

/**
 * Handles a message.
 * @param late true for a queued one: exclude it from the latency measurement
 */
function play(device: string, data: Uint8Array, time: number, late: boolean): void {
  eventTime = time;
  if (isNoteOn(data)) {
    if (playback.sounding !== null) stopPlaying();
    const engine = engineNow();
    if (engine !== null) measureLatency(engine, late ? 0 : time);
  }
  performer.handle(device, data);
  explainPedal(data);
}

/** A tone that fades by itself cannot be held: a notice explains it at the first press of the sustain pedal. */
function explainPedal(data: Uint8Array): void {
  const isSustain = (data[0]! & 0xf0) === 0xb0 && data[1] === SUSTAIN_CONTROL && data[2]! >= 64;
  if (!isSustain || pedalExplained || keyboard.tone !== 'fading') return;
  pedalExplained = true;
  notify({
    kind: 'info',
    title: 'Your pedal holds notes that last',
    description: 'The tone Fading ends by itself. Choose Held, or any other tone.',
    duration: PEDAL_NOTICE_MS,
    key: 'pedal',
  });
}

/** True for a key that goes down. */
export function isNoteOn(data: Uint8Array): boolean {
  return (data[0]! & 0xf0) === 0x90 && data[2] !== 0;
}

/** Ends the notes of all devices. */
export function endMidiNotes(): void {
  queuedMessages = null;
  performer.panic();
}

/** Ends the notes of a device, when it is unplugged. */
export function endDeviceNotes(id: string): void {
  if (queuedMessages !== null) queuedMessages.played = queuedMessages.played.filter(({ device }) => device !== id);
  eventTime = performance.now();
  performer.drop(id);
  clock?.onHalt(id);
}

/** Ends every note, regardless of source and pedal. */
export function allNotesOff(): void {
  eventTime = performance.now();
  endMidiNotes();
  releaseAllKeys();
  (engineNow() ?? lastEngine)?.voices.silence();
}

/** Listens to the clocks of all devices; one listener at a time. */
export function onMidiClock(listener: ClockListener): () => void {
  clock = listener;
  return () => {
    if (clock === listener) clock = null;
  };
}
