import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import type { FamilyTone } from '#features/instruments/domain/keyboard/tone.ts';
import { PATCHES } from '../patch.ts';
import { Effects } from './effects.ts';
import { ToneVoices } from './toneVoices.ts';
import { openToneSources, airSource, fmSource, partialsSource, stringSource, type ToneSources } from './sources.ts';
import { loadResonators } from './toneNodes.ts';
import type { VoiceSource } from './source.ts';

/**
 * The sources of each family's voices. Envelopes and levels are in `../patch.ts`, shared effects in `effects.ts`.
 */
const FAMILY_SOURCES: Readonly<Record<FamilyTone, (sources: ToneSources) => VoiceSource>> = {
  // A hum behind a strong low-pass, and noise like embers.
  smoke: (sources) =>
    partialsSource(sources, {
      partials: [1, 0.5, 0.33, 0.25, 0.2, 0.16],
      cutoff: 1.2,
      minCutoff: 170,
      breath: { noise: 'brown', ratio: 1.5, q: 0.7, stroke: 2.5, sustained: 0.8 },
    }),
  // A reed whose loudness is modulated at an octave above the note.
  musk: (sources) =>
    partialsSource(sources, { partials: [1, 0.3, 0.35, 0.12, 0.15], cutoff: 4, minCutoff: 500, am: 2 }),
  // An electric piano: a soft bark that melts into a sine.
  gourmand: (sources) => fmSource(sources, { harmonicity: 1, index: 1.1, sustainedShare: 0.3, settlingTime: 0.07 }),
  // A bar tuned to two octaves, as in a marimba, with a fall of the pitch at the stroke.
  wood: (sources) =>
    partialsSource(sources, {
      partials: [1, 0, 0, 0.3, 0, 0, 0, 0, 0, 0.06],
      cutoff: 2.6,
      minCutoff: 350,
      drop: { from: 1.35, timeConstant: 0.006 },
    }),
  spice: stringSource,
  // A flute: few partials, and breath that is strongest at the onset.
  flower: (sources) =>
    partialsSource(sources, {
      partials: [1, 0.28, 0.12, 0.05],
      cutoff: 7,
      minCutoff: 1500,
      breath: { noise: 'pink', ratio: 2, q: 1.2, stroke: 1.6, sustained: 0.35 },
    }),
  // A small bell with harmonic partials, for a clear pitch.
  green: (sources) => fmSource(sources, { harmonicity: 3, index: 2.2, sustainedShare: 0.3, settlingTime: 0.2 }),
  air: airSource,
  // Glass: a sine with weak inharmonic partials.
  ether: (sources) => fmSource(sources, { harmonicity: 5.07, index: 0.8, sustainedShare: 0.7, settlingTime: 0.5 }),
};

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
