import type { FamilyTone } from '../../../domain/instruments/tone.ts';
import { airSource, fmSource, partialsSource, stringSource, type ToneSources } from './sources.ts';
import type { VoiceSource } from './source.ts';

/**
 * What each family's voices are made of. How they begin and end, and how loud they are, is in `../patch.ts`; what happens to
 * all of a tone's voices together is in `effects.ts`.
 */
export const FAMILY_SOURCES: Readonly<Record<FamilyTone, (sources: ToneSources) => VoiceSource>> = {
  // A hum behind a thick low-pass, and the breath of embers.
  smoke: (sources) =>
    partialsSource(sources, {
      partials: [1, 0.5, 0.33, 0.25, 0.2, 0.16],
      cutoff: 1.2,
      lowest: 170,
      breath: { noise: 'brown', at: 1.5, q: 0.7, stroke: 2.5, stays: 0.8 },
    }),
  // A reed whose loudness is modulated at an octave above the note.
  musk: (sources) => partialsSource(sources, { partials: [1, 0.3, 0.35, 0.12, 0.15], cutoff: 4, lowest: 500, am: 2 }),
  // An electric piano: a soft bark that melts into a sine.
  gourmand: (sources) => fmSource(sources, { harmonicity: 1, index: 1.3, stays: 0.3, settles: 0.07 }),
  // A bar that is tuned to two octaves, as those of a marimba are, and a skin's fall at the stroke.
  wood: (sources) =>
    partialsSource(sources, {
      partials: [1, 0, 0, 0.3, 0, 0, 0, 0, 0, 0.06],
      cutoff: 2.6,
      lowest: 350,
      drop: { from: 1.35, within: 0.006 },
    }),
  spice: stringSource,
  // A flute: few partials, and breath that is heard most as the tone begins.
  flower: (sources) =>
    partialsSource(sources, {
      partials: [1, 0.28, 0.12, 0.05],
      cutoff: 7,
      lowest: 1500,
      breath: { noise: 'pink', at: 2, q: 1.2, stroke: 1.6, stays: 0.35 },
    }),
  // A small bell with harmonic partials, which keeps its pitch clear.
  green: (sources) => fmSource(sources, { harmonicity: 3, index: 2.2, stays: 0.3, settles: 0.2 }),
  air: airSource,
  // Glass: a sine with a breath of partials that are no multiples of it.
  ether: (sources) => fmSource(sources, { harmonicity: 5.07, index: 0.8, stays: 0.7, settles: 0.5 }),
};
