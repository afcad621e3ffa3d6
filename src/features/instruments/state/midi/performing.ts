import { proxy, ref } from 'valtio';
import * as z from 'zod/mini';
import { INITIAL_PERFORMER, type PerformerSettings } from '../../domain/keyboard/performance.ts';
import { performerSchema } from '../../domain/schema/performance.ts';
import { localStore } from '#core/storage/localStore.ts';

/** Local key of the performance settings. */
const PERFORMER_KEY = 'accord:performer';

/** MIDI settings of the keyboard, stored on this device. */
export const performing = proxy<{
  /** Replaced whole, never mutated. */
  settings: Readonly<PerformerSettings>;
}>({ settings: ref(readStoredSettings()) });

export function setPerformer(changes: Partial<PerformerSettings>): void {
  performing.settings = ref({ ...performing.settings, ...changes });
  localStore.keep(PERFORMER_KEY, performing.settings);
}

function readStoredSettings(): PerformerSettings {
  const kept = z.safeParse(performerSchema, localStore.read(PERFORMER_KEY));
  return kept.success ? kept.data : { ...INITIAL_PERFORMER };
}
