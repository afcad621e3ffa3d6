import { proxy, ref } from 'valtio';
import * as z from 'zod/mini';
import { midiSupported, type MidiDevice } from '#features/instruments/audio/midi/ports.ts';
import { INITIAL_PERFORMER, type PerformerSettings } from '#features/instruments/domain/keyboard/performance.ts';
import { performerSchema } from '#features/instruments/domain/schema/performance.ts';
import { localStore } from '#core/storage/localStore.ts';

/** Local key of the performance settings. */
const PERFORMER_KEY = 'accord:performer';

/** Selects all devices. */
export const ALL_DEVICES = 'all';

/**
 * The state of MIDI: midiDevices.ts changes the devices, midiClock.ts the clock, `setPerformer` the settings;
 * playMidi.ts plays it.
 */
export const midi = proxy<{
  status: 'unsupported' | 'idle' | 'asking' | 'denied' | 'ready';
  devices: MidiDevice[];
  /** Id of a device, all devices, or none. */
  chosen: string | typeof ALL_DEVICES | null;
  /** Id of a device that sends notes, but is not selected; null when there is none, or the visitor has answered. */
  offered: string | null;
  /** Tempo of the followed clock, whole beats a minute; null without one. */
  clockBpm: number | null;
  /** Settings of the keyboard, stored on this device. Replaced whole, never mutated. */
  settings: Readonly<PerformerSettings>;
}>({
  status: midiSupported() ? 'idle' : 'unsupported',
  devices: [],
  chosen: null,
  offered: null,
  clockBpm: null,
  settings: ref(readStoredSettings()),
});

export function setPerformer(changes: Partial<PerformerSettings>): void {
  midi.settings = ref({ ...midi.settings, ...changes });
  localStore.keep(PERFORMER_KEY, midi.settings);
}

function readStoredSettings(): PerformerSettings {
  const storedSettings = z.safeParse(performerSchema, localStore.read(PERFORMER_KEY));
  return storedSettings.success ? storedSettings.data : { ...INITIAL_PERFORMER };
}
