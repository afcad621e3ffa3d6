import { proxy } from 'valtio';
import type { Instrument } from '../../audio/instrument/engine.ts';
import type { LatencyFigure } from '../../audio/instrument/latencyMeter.ts';
import { patchFor } from '../../audio/instrument/patch.ts';
import type { VoiceId } from '../../audio/instrument/voices.ts';
import { DEFAULT_OCTAVE, KEY_NOTE_LENGTH, nameOfMidi } from '../../domain/pitch/keyboard.ts';
import { noteCodeOf, type NoteCode, type Octave } from '../../domain/pitch/pitch.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { player, stopPlaying } from '../playback/player.ts';
import { engineNow, openEngine, warmEngine } from '../playback/soundEngine.ts';
import { leaveTake, takeNoteOff, takeNoteOn } from './take.ts';
import { tone } from './tone.ts';

/** Velocity of a key or a finger, which have none of their own: mezzo-forte would be too soft for a phone. */
export const TOUCH_VELOCITY = 1;

export interface SelectedNote {
  midi: number;
  /** As it is called, also outside the catalogue: `C-1` to `G9`. */
  name: string;
  /** The catalogue's note, folded into the nearest octave. */
  note: NoteCode;
}

export const keyboard = proxy<{
  octave: Octave;
  selected: SelectedNote | null;
  /** From touch to sound, measured at the output; null before the first note after a silence. */
  latency: LatencyFigure | null;
}>({
  octave: DEFAULT_OCTAVE,
  selected: null,
  latency: null,
});

/** Told when a key begins or ceases to be down, whoever plays it; for drawing without React. */
type KeyListener = (midi: number, down: boolean) => void;
const keyListeners = new Set<KeyListener>();
/** How many fingers, keys and devices hold each note. */
const holding = new Map<number, number>();

interface HeldKey {
  midi: number;
  voice: VoiceId;
  /** It sounds until the key goes up; the fading tone runs its length whatever the finger does. */
  held: boolean;
}
/** What each finger and physical key holds. */
const down = new Map<string, HeldKey>();
let measuredBy: Instrument | null = null;

/** Listens to keys going down and up; first told of those that are down. */
export function onKeys(listener: KeyListener): () => void {
  keyListeners.add(listener);
  for (const midi of holding.keys()) listener(midi, true);
  return () => keyListeners.delete(listener);
}

/** Chooses a category: the piano shows its octave, and the selected note is cleared. */
export function chooseCategory(octave: Octave): void {
  keyboard.octave = octave;
  keyboard.selected = null;
}

/**
 * A finger or a physical key goes down. Sounds in this very task when the engine stands; the first touch opens it.
 * @param source names the finger or key; the same source again moves on to the new note (a glide)
 * @param eventTime the event's `timeStamp`, ms
 */
export function press(source: string, midi: number, eventTime: number, velocity: number = TOUCH_VELOCITY): void {
  const engine = engineNow();
  const held: HeldKey = { midi, voice: 0, held: patchFor(tone.choice, midi).fade === 'held' };
  if (engine !== null) held.voice = sound(engine, source, midi, velocity, eventTime);
  lift(source, eventTime);
  down.set(source, held);
  if (engine === null) void soundLater(source, held, velocity);
  noteBegan(source, midi, velocity, eventTime);
}

/** The finger or key goes up; harmless when it held nothing. */
export function lift(source: string, eventTime: number): void {
  const held = down.get(source);
  if (held === undefined) return;
  down.delete(source);
  if (held.held) engineNow()?.voices.release(held.voice);
  noteEnded(source, held.midi, eventTime);
}

/** Everything goes up: the window lost the focus, or the screen is left. */
export function liftAll(eventTime: number = performance.now()): void {
  for (const source of down.keys()) lift(source, eventTime);
}

/** Keeps the book of a note that sounds already, for screen and take; also used for MIDI. */
export function noteBegan(source: string, midi: number, velocity: number, eventTime: number): void {
  const before = holding.get(midi) ?? 0;
  holding.set(midi, before + 1);
  if (before === 0) for (const listener of keyListeners) listener(midi, true);
  keyboard.selected = { midi, name: nameOfMidi(midi), note: noteCodeOf(midi) };
  takeNoteOn(source, midi, velocity, eventTime);
}

/** Keeps the book of a note that ended. */
export function noteEnded(source: string, midi: number, eventTime: number): void {
  const left = (holding.get(midi) ?? 0) - 1;
  if (left > 0) holding.set(midi, left);
  else if (holding.delete(midi)) for (const listener of keyListeners) listener(midi, false);
  takeNoteOff(source, midi, eventTime);
}

/** The screen is shown: the engine's code is fetched. Returns a function that leaves nothing sounding. */
export function enterKeyboard(): () => void {
  // Without a connection the first touch says so.
  warmEngine().catch(() => undefined);
  const scope = new Scope();
  scope.listen(window, 'blur', () => liftAll());
  return () => {
    scope.dispose();
    liftAll();
    leaveTake();
    engineNow()?.voices.stop();
  };
}

/** Forgets a note's sound path: measures it once the engine stands. */
export function measureLatency(engine: Instrument): void {
  if (measuredBy === engine) return;
  measuredBy = engine;
  engine.onLatency((figure) => {
    keyboard.latency = figure;
  });
}

function sound(engine: Instrument, source: string, midi: number, velocity: number, eventTime: number): VoiceId {
  if (player.sounding !== null) stopPlaying();
  measureLatency(engine);
  engine.latency.expect(eventTime, engine.context.currentTime);
  return engine.voices.start({ midi, velocity, length: KEY_NOTE_LENGTH, patch: patchFor(tone.choice, midi), source });
}

async function soundLater(source: string, held: HeldKey, velocity: number): Promise<void> {
  const engine = await openEngine();
  if (engine === null) return;
  const stillDown = down.get(source) === held;
  // A tap that was over before the browser let sound out is heard all the same, but must not hang.
  if (!stillDown && held.held) return;
  held.voice = sound(engine, source, held.midi, velocity, 0);
}
