/**
 * Looks of the sounding keys: their strength, whether a finger or only a pedal holds them, and their bend. For drawing
 * without React, in the task of the event.
 */

export interface KeyLight {
  /** Velocity of the hardest strike, 0 to 1. */
  velocity: number;
  /** All of its keys are up: a pedal holds the note. */
  isHeld: boolean;
  /** Bend, cents. */
  cents: number;
}

/** Called when a key changes; null where it does not sound any more. */
type KeyLightListener = (midi: number, light: KeyLight | null) => void;

interface Holder {
  velocity: number;
  isUp: boolean;
}

/** Holders of each note, by source. */
const holders = new Map<number, Map<string, Holder>>();
/** Bend of each source, cents. */
const bends = new Map<string, number>();
/** Sources whose sustain pedal is down. */
const pedals = new Set<string>();
const lightListeners = new Set<KeyLightListener>();
const keyListeners = new Set<(midi: number, isDown: boolean) => void>();
const pedalListeners = new Set<(isDown: boolean) => void>();
const incomingListeners = new Set<() => void>();

const subscribeTo =
  <Listener>(listeners: Set<Listener>) =>
  (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

function lightOf(midi: number): KeyLight | null {
  const all = holders.get(midi);
  if (all === undefined) return null;
  let light: KeyLight = { velocity: 0, isHeld: true, cents: 0 };
  for (const [source, { velocity, isUp }] of all)
    light = {
      velocity: Math.max(light.velocity, velocity),
      isHeld: light.isHeld && isUp,
      cents: light.cents || (bends.get(source) ?? 0),
    };
  return light;
}

function show(midi: number): void {
  const light = lightOf(midi);
  for (const listener of lightListeners) listener(midi, light);
}

/** The notes that sound, by MIDI number. */
export const heldNotes = (): readonly number[] => [...holders.keys()];

/** Listens to notes that begin and end, from any source; calls first for those that sound. */
export function onKeys(listener: (midi: number, isDown: boolean) => void): () => void {
  for (const midi of holders.keys()) listener(midi, true);
  return subscribeTo(keyListeners)(listener);
}

/** Listens to the looks of keys; calls first for those that sound. */
export function onKeyLights(listener: KeyLightListener): () => void {
  for (const midi of holders.keys()) listener(midi, lightOf(midi));
  return subscribeTo(lightListeners)(listener);
}

/** Listens to the sustain pedals of all devices together; calls first with their state. */
export function onPedal(listener: (isDown: boolean) => void): () => void {
  listener(pedals.size > 0);
  return subscribeTo(pedalListeners)(listener);
}

/** Listens to messages of MIDI devices, without those of their clocks. */
export const onIncoming = subscribeTo(incomingListeners);

export function lightKey(source: string, midi: number, velocity: number): void {
  const all = holders.get(midi);
  if (all === undefined) {
    holders.set(midi, new Map([[source, { velocity, isUp: false }]]));
    for (const listener of keyListeners) listener(midi, true);
  } else all.set(source, { velocity, isUp: false });
  show(midi);
}

/** The key went up; its note may go on. */
export function markKeyUp(source: string, midi: number): void {
  const holder = holders.get(midi)?.get(source);
  if (holder === undefined) return;
  holder.isUp = true;
  show(midi);
}

export function unlightKey(source: string, midi: number): void {
  const all = holders.get(midi);
  if (all === undefined || !all.delete(source)) return;
  if (all.size === 0) {
    holders.delete(midi);
    for (const listener of keyListeners) listener(midi, false);
  }
  show(midi);
}

/** All notes of a source are bent. */
export function bendKeyLights(source: string, cents: number): void {
  if ((bends.get(source) ?? 0) === cents) return;
  if (cents === 0) bends.delete(source);
  else bends.set(source, cents);
  for (const [midi, all] of holders) if (all.has(source)) show(midi);
}

/** The sustain pedal of a source goes down or up. */
export function lightPedal(source: string, isDown: boolean): void {
  const before = pedals.size > 0;
  if (isDown) pedals.add(source);
  else pedals.delete(source);
  if (pedals.size > 0 !== before) for (const listener of pedalListeners) listener(!before);
}

/** A message of a device came. */
export function reportMidiMessage(): void {
  for (const listener of incomingListeners) listener();
}
