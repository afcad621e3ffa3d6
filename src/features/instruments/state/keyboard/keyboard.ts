import { proxy, ref } from 'valtio';
import type { Instrument } from '#features/instruments/audio/sound/engine.ts';
import type { LatencyFigure } from '#features/instruments/audio/sound/latencyMeter.ts';
import { patchFor, type Patch } from '#features/instruments/audio/sound/patch.ts';
import type { VoiceId } from '#features/instruments/audio/sound/tones/voice.ts';
import { DEFAULT_OCTAVE, KEY_NOTE_LENGTH, nameOfMidi, sideOf } from '#features/instruments/domain/keyboard/keyboard.ts';
import { noteCodeOf, octaveOf, type NoteCode, type Octave } from '#analysis/values/pitch.ts';
import {
  DEFAULT_TONE,
  isToneChoice,
  toneOf,
  TONE_TEXTS,
  type ToneChoice,
  type ToneId,
} from '#features/instruments/domain/keyboard/tone.ts';
import { notify } from '#core/appState/notices.ts';
import { localStore } from '#core/storage/localStore.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { player, stopPlaying } from '../playback/player.ts';
import { engineNow, openEngine, warmEngine } from '../playback/soundEngine.ts';
import { midi } from '../midi/midi.ts';
import { leaveTake, recordNoteOff, recordNoteOn } from '../take/recordTake.ts';
import { heldNotes, lightKey, unlightKey } from './keyLights.ts';

/** Velocity of keys and fingers, which send none: mezzo-forte would be too soft for a phone. */
const TOUCH_VELOCITY = 1;

export interface SelectedNote {
  midi: number;
  /** Its name, also outside the catalogue: `C-1` to `G9`. */
  name: string;
  /** The catalogue's note, folded into the nearest octave. */
  note: NoteCode;
}

/** Local key of the last chosen tone. */
const TONE_KEY = 'accord:tone';

export const keyboard = proxy<{
  octave: Octave;
  selected: SelectedNote | null;
  /**
   * The last chord: notes struck while other keys were down, and those keys, lowest first; empty for fewer than two
   * notes.
   */
  chord: readonly SelectedNote[];
  /** The last notes outside the shown octave, below and above. */
  beyond: { below: SelectedNote | null; above: SelectedNote | null };
  /** Latency from touch to sound, measured at the output; null before the first note after a silence. */
  latency: LatencyFigure | null;
  /** The tone of the keyboard and of MIDI devices; `patchFor(keyboard.tone, midi)` is the patch of a note. */
  tone: ToneChoice;
}>({
  octave: DEFAULT_OCTAVE,
  selected: null,
  chord: ref([]),
  beyond: { below: null, above: null },
  latency: null,
  tone: readStoredTone(),
});

/** Chooses a tone for new notes and stores the choice; sounding notes keep theirs. */
export function chooseTone(choice: ToneChoice): void {
  keyboard.tone = choice;
  localStore.keep(TONE_KEY, choice);
  const engine = engineNow();
  if (engine !== null) void prepareTone(engine, choice);
}

/**
 * Opens the engine as `openEngine` does and prepares the first voices of the chosen tone, so that the first note uses
 * it. Call it from a gesture.
 */
export async function openTone(): Promise<Instrument | null> {
  const engine = await openEngine();
  if (engine !== null) await prepareTone(engine, keyboard.tone);
  return engine;
}

/** Resolves when a tone can be played; the rest of its voices load in the background. */
export function prepareTone(engine: Instrument, choice: ToneChoice): Promise<void> {
  return new Promise((playable) => {
    engine.voices.prepare(choice, playable).then(playable, () => {
      playable();
      notify({
        kind: 'info',
        title: `${TONE_TEXTS[choice].name} could not be loaded`,
        description: 'Notes sound as Held until there is a connection.',
        key: 'tone',
      });
    });
  });
}

function readStoredTone(): ToneChoice {
  const stored = localStore.read(TONE_KEY);
  return isToneChoice(stored) ? stored : DEFAULT_TONE;
}

interface HeldKey {
  midi: number;
  /**
   * The tone at the moment of the press. A `held` tone sounds until the key goes up; a fading one always runs its
   * full length.
   */
  patch: Patch;
  voice: VoiceId;
  /** The engine that sounds it; receives the note's end also while its sound is interrupted. */
  engine: Instrument | null;
}
/** The held key per finger or physical key. */
const heldKeys = new Map<string, HeldKey>();
/** Engine of the last key; it may be interrupted by now. */
let lastEngine: Instrument | null = null;

/** Selects a category: shows its octave and clears the selected note. */
export function chooseCategory(octave: Octave): void {
  showOctave(octave);
  keyboard.selected = null;
  keyboard.chord = ref([]);
}

/** Shows another octave while playing. */
export function showOctave(octave: Octave): void {
  keyboard.octave = octave;
  keyboard.beyond.below = null;
  keyboard.beyond.above = null;
}

/**
 * A finger or a physical key goes down. Sounds in this task when the engine is running; the first touch opens it.
 * @param source names the finger or key; the same source again glides to the new note
 * @param eventTime the event's `timeStamp`, ms
 */
export function press(source: string, midi: number, eventTime: number, velocity: number = TOUCH_VELOCITY): void {
  const engine = engineNow();
  const held: HeldKey = { midi, patch: patchFor(keyboard.tone, midi), voice: 0, engine: null };
  if (engine !== null) sound(engine, source, held, velocity, eventTime);
  releaseKey(source, eventTime);
  heldKeys.set(source, held);
  if (engine === null) void soundLater(source, held, velocity);
  registerSoundingNote(source, midi, velocity, eventTime);
}

/** The finger or key goes up; does nothing when it held no key. */
export function releaseKey(source: string, eventTime: number): void {
  const held = heldKeys.get(source);
  if (held === undefined) return;
  heldKeys.delete(source);
  if (held.patch.fade === 'held') held.engine?.voices.release(held.voice);
  unregisterNote(source, held.midi, eventTime);
}

/** Releases all keys: the window lost the focus, or the screen closed. */
export function releaseAllKeys(eventTime: number = performance.now()): void {
  for (const source of heldKeys.keys()) releaseKey(source, eventTime);
}

/** Releases the keys that the letters of a computer's keyboard hold. */
export function releaseLetterKeys(eventTime: number): void {
  for (const source of heldKeys.keys()) if (source.startsWith('key:')) releaseKey(source, eventTime);
}

/**
 * Registers a note that already sounds: updates the screen and the running take. Also used for MIDI, where a split
 * has its own tones.
 */
export function registerSoundingNote(
  source: string,
  midi: number,
  velocity: number,
  eventTime: number,
  toneId: ToneId = toneOf(keyboard.tone, midi),
): void {
  lightKey(source, midi, velocity);
  recordNoteOn(source, midi, velocity, eventTime, toneId);
  showNote(midi);
}

/** Unregisters a note that ended. */
export function unregisterNote(source: string, midi: number, eventTime: number): void {
  unlightKey(source, midi);
  recordNoteOff(source, midi, eventTime);
}

/** Shows a note and the chord with it, until the next key. */
function showNote(number: number): void {
  keyboard.selected = selectedNote(number);
  const held = heldNotes();
  if (held.length > 1) keyboard.chord = ref(held.toSorted((a, b) => a - b).map(selectedNote));
  else if (keyboard.chord.length > 0) keyboard.chord = ref([]);
  const side = sideOf(number, keyboard.octave);
  if (side === 0) return;
  // Do not move the piano while it shows a held key.
  const inHand = held.some((each) => sideOf(each, keyboard.octave) === 0);
  if (midi.settings.follow && !inHand) showOctave(octaveOf(noteCodeOf(number)));
  else keyboard.beyond[side < 0 ? 'below' : 'above'] = selectedNote(number);
}

function selectedNote(midi: number): SelectedNote {
  return { midi, name: nameOfMidi(midi), note: noteCodeOf(midi) };
}

/** Call it when the screen opens: fetches the engine's code. Returns a function that ends all sound. */
export function enterKeyboard(): () => void {
  // Without a connection, the first touch shows the error.
  warmEngine().catch(() => undefined);
  const scope = new Scope();
  scope.listen(window, 'blur', () => releaseAllKeys());
  return () => {
    scope.dispose();
    releaseAllKeys();
    leaveTake();
    (engineNow() ?? lastEngine)?.voices.stop();
  };
}

const showLatency = (figure: LatencyFigure): void => {
  keyboard.latency = figure;
};

/**
 * Measures and shows the latency of a note that starts now. @param eventTime of its touch, ms; 0 for one that waited
 */
export function measureLatency(engine: Instrument, eventTime: number): void {
  engine.latency.onFigure = showLatency;
  engine.latency.expect(eventTime, engine.context.currentTime);
}

function sound(engine: Instrument, source: string, held: HeldKey, velocity: number, eventTime: number): void {
  if (player.sounding !== null) stopPlaying();
  measureLatency(engine, eventTime);
  const { midi, patch } = held;
  lastEngine = engine;
  held.engine = engine;
  held.voice = engine.voices.start({ midi, velocity, length: KEY_NOTE_LENGTH, patch, source });
}

async function soundLater(source: string, held: HeldKey, velocity: number): Promise<void> {
  const engine = await openTone();
  if (engine === null) return;
  const stillDown = heldKeys.get(source) === held;
  // A tap that ended before the browser allowed sound is still played, but must not hang.
  if (!stillDown && held.patch.fade === 'held') return;
  sound(engine, source, held, velocity, 0);
}
