import { proxy } from 'valtio';
import type { Instrument } from '../../audio/instrument/engine.ts';
import { DEFAULT_TONE, isToneChoice, TONES, type ToneChoice } from '../../domain/instruments/tone.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { engineNow, openEngine } from '../playback/soundEngine.ts';
import { notify } from '../shell/notices.ts';

/** Key of the tone that was chosen last on this device. */
const TONE_KEY = 'accord:tone';

/** The tone of the keyboard and of MIDI devices; `patchFor(tone.choice, midi)` is what a note sounds as. */
export const tone = proxy<{ choice: ToneChoice }>({ choice: remembered() });

/** Chooses a tone, for notes to come; what sounds keeps its own. Remembered on this device. */
export function chooseTone(choice: ToneChoice): void {
  tone.choice = choice;
  localStore.keep(TONE_KEY, choice);
  const engine = engineNow();
  if (engine !== null) void prepareTone(engine, choice);
}

/**
 * Opens the engine as `openEngine` does and has the first voices of the chosen tone made, so that the first note sounds as
 * it was chosen. Call it from a gesture.
 */
export async function openTone(): Promise<Instrument | null> {
  const engine = await openEngine();
  if (engine !== null) await prepareTone(engine, tone.choice);
  return engine;
}

/** Settles when a tone can be played; the rest of its voices are made meanwhile. */
export function prepareTone(engine: Instrument, choice: ToneChoice): Promise<void> {
  return new Promise((playable) => {
    engine.voices.prepare(choice, playable).then(playable, () => {
      playable();
      notify({
        kind: 'info',
        title: `${TONES[choice].name} could not be loaded`,
        description: 'Notes sound as Held until there is a connection.',
        key: 'tone',
      });
    });
  });
}

function remembered(): ToneChoice {
  const stored = localStore.read(TONE_KEY);
  return isToneChoice(stored) ? stored : DEFAULT_TONE;
}
