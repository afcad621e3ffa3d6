import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/values/random.ts';
import { addNoise } from '../../../tests/fixtures/percussion.ts';
import { speech, SPEAKERS } from '../../../tests/fixtures/speech.ts';
import { inRoom, render, sequence } from '../../../tests/fixtures/synthesis.ts';
import '../../../tests/fixtures/engine.ts';
import { StreamAnalyzer } from '../analyzer.ts';
import { createKernels } from '../dsp/kernels/index.ts';
import { assembleNotes } from '../assembleNotes.ts';
import { FEATURE_COUNT, featuresOf } from './textureFeatures.ts';
import { likelyPath, textureLikelihoods, spansOf, type TextureSpan } from './textureClassifier.ts';

const SAMPLE_RATE = 22_050;
const SOUND_S = 5.5;
const TUNE = sequence([60, 64, 67, 65, 62, 69, 64, 60], 0.6, 0);

function classify(sound: Float32Array) {
  const analyzer = new StreamAnalyzer(SAMPLE_RATE, createKernels());
  analyzer.push(sound);
  return analyzer.transcribe();
}

/** The texture of each span of the sound. */
const voicesIn = (sound: Float32Array): TextureSpan['voices'][] =>
  spansOf(textureLikelihoods(classify(sound))).map(({ voices }) => voices);
const CHORDS = TUNE.flatMap((tone) => [0, 4, 7].map((interval) => ({ ...tone, midi: tone.midi + interval })));

/** Fourteen people who hum a tune together, up to 35 cents and 0.1 s apart, in a church. */
function choir(): Float32Array {
  const random = seededRandom('choir');
  const sum = new Float32Array(SAMPLE_RATE * SOUND_S);
  for (let i = 0; i < 14; i++) {
    const cents = 35 * (2 * random() - 1);
    const late = 0.1 * random();
    const tones = TUNE.map(({ midi, onset, offset }) => ({
      midi: midi + cents / 100,
      onset: onset + late,
      offset: offset + late + 0.05,
      vibrato: 25,
    }));
    for (const [k, sample] of render('hum', tones, SOUND_S, SAMPLE_RATE).entries())
      if (k < sum.length) sum[k]! += sample / 6;
  }
  return inRoom(sum, SAMPLE_RATE, 3, seededRandom('r'));
}

it('finds one voice in a tune, also with an echo', () => {
  for (const voice of ['flute', 'sung', 'pluck'] as const) {
    const tune = render(voice, TUNE, SOUND_S, SAMPLE_RATE);
    expect(voicesIn(tune)).toEqual(['one']);
    expect(voicesIn(inRoom(tune, SAMPLE_RATE, 1.5, seededRandom('r')))).toEqual(['one']);
  }
});

it('finds several voices in chords, and in a choir that sings one tune', () => {
  expect(voicesIn(render('pluck', CHORDS, SOUND_S, SAMPLE_RATE))).toEqual(['several']);
  const whole = classify(choir());
  expect(spansOf(textureLikelihoods(whole)).map(({ voices }) => voices)).toEqual(['several']);
  // The pitch path jumps between the voices, the other transcriber finds each tone once.
  expect(whole.monophonic.notes.length).toBeGreaterThan(TUNE.length);
  expect(whole.polyphonic.notes).toHaveLength(TUNE.length);
});

it('finds two voices in a duet whose second is softer', () => {
  const low = TUNE.map((tone) => ({ ...tone, midi: tone.midi - 16 + (tone.midi % 3), loudness: 0.4 }));
  const duet = render('flute', TUNE, SOUND_S, SAMPLE_RATE);
  for (const [i, sample] of render('sung', low, SOUND_S, SAMPLE_RATE).entries()) duet[i]! += sample;
  expect(voicesIn(duet)).toEqual(['several']);
});

it('finds one voice in talk', () => {
  for (const speaker of Object.values(SPEAKERS))
    expect(voicesIn(speech(SOUND_S, SAMPLE_RATE, speaker, seededRandom('talk')))).toEqual(['one']);
});

it('accepts a roll of hits in which fewer than half of the notes are hits of a drum', () => {
  const random = seededRandom('roll');
  const roll = new Float32Array(SAMPLE_RATE * SOUND_S);
  for (let time = 0.1; time < SOUND_S - 0.3; time += 0.05) addNoise(roll, SAMPLE_RATE, time, 0.06, 250, 0.3, random);
  expect(voicesIn(roll)).toEqual(['one']);
});

it('finds one voice, then several, then one again, each in its span, and the notes of both', () => {
  const tune = render('flute', TUNE, SOUND_S, SAMPLE_RATE);
  const chords = render('pluck', CHORDS, SOUND_S, SAMPLE_RATE);
  const length = SOUND_S * SAMPLE_RATE;
  const song = new Float32Array(3 * length);
  for (const [i, part] of [tune, chords, tune].entries()) song.set(part.subarray(0, length), i * length);
  const whole = classify(song);
  const spans = spansOf(textureLikelihoods(whole));
  expect(spans.map(({ voices }) => voices)).toEqual(['one', 'several', 'one']);
  expect(Math.abs(spans[1]!.from - SOUND_S)).toBeLessThanOrEqual(1);
  expect(Math.abs(spans[2]!.from - 2 * SOUND_S)).toBeLessThanOrEqual(1);
  const { notes } = assembleNotes(whole);
  const decisionsFrom = (from: number): number[] =>
    notes.filter(({ onset }) => onset >= from - 0.05 && onset < from + SOUND_S - 0.05).map(({ midi }) => midi);
  expect(decisionsFrom(0)).toEqual(TUNE.map(({ midi }) => midi));
  expect(new Set(decisionsFrom(SOUND_S))).toEqual(new Set(CHORDS.map(({ midi }) => midi)));
  expect(decisionsFrom(2 * SOUND_S)).toEqual(TUNE.map(({ midi }) => midi));
});

describe('the most likely path', () => {
  it('is one voice without features', () => {
    expect(likelyPath([0, 0, 0])).toEqual([false, false, false]);
  });

  it('does not change for one moment, doubtful or sure', () => {
    expect(likelyPath([-2, -2, 1, -2, -2])).toEqual([false, false, false, false, false]);
    expect(likelyPath([3, 3, -4, 3, 3])).toEqual([true, true, true, true, true]);
  });

  it('changes for lasting features, and assigns silence to the sound after or around it', () => {
    expect(likelyPath([-3, -3, -3, 0, 3, 3, 3])).toEqual([false, false, false, true, true, true, true]);
    expect(likelyPath([3, 3, 0, 0, 3])).toEqual([true, true, true, true, true]);
  });
});

it("continues from the final likelihoods of a sound's beginning", () => {
  const whole = classify(render('flute', TUNE, SOUND_S, SAMPLE_RATE));
  const odds = textureLikelihoods(whole);
  expect(textureLikelihoods(whole, odds.slice(0, 4))).toEqual(odds);
  const settled = { several: 9, dense: 9 };
  expect(textureLikelihoods(whole, [settled])).toEqual([settled, ...odds.slice(1)]);
});

it('finds no features in silence', () => {
  expect(featuresOf(classify(new Float32Array(2 * SAMPLE_RATE))).map(({ isTelling }) => isTelling)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it('measures the same number of finite features for every sound, silence too', () => {
  for (const sound of [
    new Float32Array(SAMPLE_RATE),
    render('flute', TUNE, SOUND_S, SAMPLE_RATE),
    new Float32Array(10),
  ]) {
    for (const { values } of featuresOf(classify(sound))) {
      expect(values).toHaveLength(FEATURE_COUNT);
      expect([...values].every(Number.isFinite)).toBe(true);
    }
  }
});
