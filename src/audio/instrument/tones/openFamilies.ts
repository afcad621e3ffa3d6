import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import type { FamilyTone } from '../../../domain/instruments/tone.ts';
import { PATCHES } from '../patch.ts';
import { Effects } from './effects.ts';
import { FAMILY_SOURCES } from './families.ts';
import { ToneVoices } from './toneVoices.ts';
import { openToneSources } from './sources.ts';
import { loadResonators } from './toneNodes.ts';

export interface Families {
  /** The voices of a family's tone, none as yet. */
  voicesOf(family: FamilyTone): ToneVoices;
  /** Empties the room in which they sound. */
  silence(time: number): void;
}

/**
 * All that the families' tones are made with. It is the only way to Tone's sources and effects, so that they are fetched when a
 * family's tone is first chosen and not with the page.
 * @throws what the browser says when the worklet cannot be fetched
 */
export async function openFamilies(
  context: BaseAudioContext,
  tone: BaseContext,
  output: AudioNode,
  vibrato: AudioNode,
): Promise<Families> {
  await loadResonators(tone);
  const sources = openToneSources(context, tone);
  const effects = new Effects(context, tone, output);
  return {
    silence: (time) => effects.silence(time),
    voicesOf: (family) =>
      new ToneVoices(context, () => FAMILY_SOURCES[family](sources), PATCHES[family], effects.lead(family), vibrato),
  };
}
