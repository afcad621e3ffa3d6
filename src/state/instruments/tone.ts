import { proxy } from 'valtio';
import { DEFAULT_TONE, isToneChoice, type ToneChoice } from '../../domain/pitch/tone.ts';
import { localStore } from '../../platform/storage/localStore.ts';

/** Key of the tone that was chosen last on this device. */
const TONE_KEY = 'accord:tone';

/** The tone of the keyboard and of MIDI devices; `patchFor(tone.choice, midi)` is what a note sounds as. */
export const tone = proxy<{ choice: ToneChoice }>({ choice: remembered() });

/** Chooses a tone, for notes to come; what sounds keeps its own. Remembered on this device. */
export function chooseTone(choice: ToneChoice): void {
  tone.choice = choice;
  localStore.keep(TONE_KEY, choice);
}

function remembered(): ToneChoice {
  const stored = localStore.read(TONE_KEY);
  return isToneChoice(stored) ? stored : DEFAULT_TONE;
}
