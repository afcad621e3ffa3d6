import { proxy } from 'valtio';
import type { Instrument } from '#features/instruments/audio/sound/engine.ts';
import { DEFAULT_TONE, isToneChoice, TONE_TEXTS, type ToneChoice } from '#features/instruments/domain/keyboard/tone.ts';
import { localStore } from '#core/storage/localStore.ts';
import { engineNow, openEngine } from '../playback/soundEngine.ts';
import { notify } from '#core/appState/notices.ts';

/** Local key of the last chosen tone. */
const TONE_KEY = 'accord:tone';

/** The tone of the keyboard and of MIDI devices; `patchFor(tone.choice, midi)` is the patch of a note. */
export const tone = proxy<{ choice: ToneChoice }>({ choice: readStoredTone() });

/** Chooses a tone for new notes and stores the choice; sounding notes keep theirs. */
export function chooseTone(choice: ToneChoice): void {
  tone.choice = choice;
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
  if (engine !== null) await prepareTone(engine, tone.choice);
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
