import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import type { FamilyTone } from '#features/instruments/domain/keyboard/tone.ts';
import { PATCHES } from '../patch.ts';
import { Effects } from './effects.ts';
import { FAMILY_SOURCES } from './families.ts';
import { ToneVoices } from './toneVoices.ts';
import { openToneSources } from './sources.ts';
import { loadResonators } from './toneNodes.ts';

export interface Families {
  /** Creates the voices of a family's tone, without any voice yet. */
  voicesOf(family: FamilyTone): ToneVoices;
  /** Empties the reverb. */
  silence(time: number): void;
}

/**
 * Creates the families' tones. The only import of Tone's sources and effects, so that they are loaded when a family's
 * tone is first chosen.
 * @throws the browser's error when the worklet cannot be fetched
 */
export async function openFamilies(
  context: BaseAudioContext,
  tone: BaseContext,
  output: AudioNode,
  vibrato: AudioNode,
): Promise<Families> {
  await loadResonators(context);
  const sources = openToneSources(context, tone);
  const effects = new Effects(context, tone, output);
  return {
    silence: (time) => effects.silence(time),
    voicesOf: (family) =>
      new ToneVoices(context, () => FAMILY_SOURCES[family](sources), PATCHES[family], effects.lead(family), vibrato),
  };
}
