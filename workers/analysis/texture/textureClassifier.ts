import { Network } from '../dsp/network.ts';
import {
  FEATURE_COUNT,
  featuresOf,
  type TextureFeatures,
  type TimeSpan,
  type TranscriberResults,
} from './textureFeatures.ts';
import { CUT_VOICE, DENSE, TEXTURE } from './parameters.ts';
import { SEVERAL_VOICES } from './textureClassifier.weights.ts';

/**
 * Decides for each half second of a sound whether it has one voice, several, or dense chords, and with it the source of
 * its notes: the monophonic transcriber, the polyphonic one, or its classifier of chords. A small network classifies
 * the results of both transcribers for the second and a half around it. The most likely path through all half seconds
 * decides (Viterbi 1967), and a change costs: a doubtful moment is as the sound around it, and a wrong decision costs a
 * moment, not the sound.
 */

const severalVoices = new Network(SEVERAL_VOICES, FEATURE_COUNT);

/** A stretch of a sound with its texture. */
export interface TextureSpan extends TimeSpan {
  voices: 'one' | 'several' | 'dense';
}

/** Likelihoods of a half second: of several voices against one, and of dense chords against others, as logarithms. */
export interface TextureLikelihood {
  several: number;
  dense: number;
}

const clampOdds = (odds: number, most: number): number => Math.max(-most, Math.min(most, odds));

/**
 * The odds of a half second by the features around it, from a network with their values as inputs; 0 without features.
 */
function oddsOf(
  { values, deep, cut, polyphony, density, isTelling }: TextureFeatures,
  isDeepOneVoice: boolean,
  network: Pick<Network, 'classify'> = severalVoices,
): TextureLikelihood {
  if (!isTelling) return { several: 0, dense: 0 };
  const dense = clampOdds(DENSE.trust * (density - DENSE.from), TEXTURE.certain);
  const judged = network.classify(values);
  const several = clampOdds(Math.log(judged / (1 - judged)) + TEXTURE.prior, TEXTURE.certain);
  // If the spectra show one voice, or a very deep one, the network has no vote: it was trained on few such sounds.
  const isDeep = isDeepOneVoice && deep > TEXTURE.deepShare;
  const isCut = cut > CUT_VOICE.share;
  const showsOne = isDeep || isCut || (polyphony !== null && polyphony < TEXTURE.doubtFrom && density < DENSE.from);
  if (showsOne) return { several: Math.min(-TEXTURE.least, several), dense };
  // Dense chords are several voices, even if noise or reverberation hides it from the spectra.
  return { several: density >= DENSE.from ? Math.max(TEXTURE.least, several) : several, dense };
}

/**
 * The odds of each half second of a sound. @param settled the final ones of its beginning: the live view reads a sound
 * that goes on again and again
 */
export function textureLikelihoods(
  whole: TranscriberResults,
  settled: readonly TextureLikelihood[] = [],
): TextureLikelihood[] {
  const { isDeepOneVoice } = whole.polyphonic;
  return [...settled, ...featuresOf(whole, settled.length).map((features) => oddsOf(features, isDeepOneVoice))];
}

/**
 * The most likely path by these odds for something: whether it is there at each step. A change costs `SECONDS.change`.
 */
export function likelyPath(odds: readonly number[]): boolean[] {
  /** Likelihood of the best path that ends without it, and with it. */
  let without = 0;
  let withIt = 0;
  /** For each of these paths: true when it has changed at the step. */
  const changes: { without: boolean; withIt: boolean }[] = [];
  for (const [i, odd] of odds.entries()) {
    const change = i === 0 ? Infinity : TEXTURE.change;
    changes.push({ without: withIt - change > without, withIt: without - change > withIt });
    [without, withIt] = [Math.max(without, withIt - change), Math.max(withIt, without - change) + odd];
  }
  const path: boolean[] = [];
  let isThere = withIt > without;
  for (let i = odds.length; i-- > 0;) {
    path[i] = isThere;
    const { without: came, withIt: went } = changes[i]!;
    if (isThere ? went : came) isThere = !isThere;
  }
  return path;
}

/** The stretches of a sound, one after the other; together they are the whole sound. */
export function spansOf(odds: readonly TextureLikelihood[]): TextureSpan[] {
  const several = likelyPath(odds.map((one) => one.several));
  const dense = likelyPath(odds.map((one, i) => (several[i] === true ? one.dense : 0)));
  const spans: TextureSpan[] = [];
  for (const i of odds.keys()) {
    const voices = several[i] === false ? 'one' : dense[i] === true ? 'dense' : 'several';
    const last = spans.at(-1);
    if (last?.voices !== voices) spans.push({ from: spans.length === 0 ? 0 : i * TEXTURE.every, to: Infinity, voices });
    if (last !== undefined && last.voices !== voices) last.to = i * TEXTURE.every;
  }
  return spans;
}
