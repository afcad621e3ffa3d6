import { expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/values/random.ts';
import { addNoise } from '../../../../tests/fixtures/percussion.ts';
import { speech, SPEAKERS } from '../../../../tests/fixtures/speech.ts';
import { inRoom, render, sequence } from '../../../../tests/fixtures/synthesis.ts';
import '../../../../tests/fixtures/engine.ts';
import { StreamAnalyzer } from '../analyzer.ts';
import { createKernels } from '../dsp/kernels/index.ts';
import { SOUND_EVIDENCE_LENGTH, soundEvidence } from './soundEvidence.ts';
import { verdictOf } from './verdict.ts';

const RATE = 22_050;
const SECONDS = 5.5;
const TUNE = sequence([60, 64, 67, 65, 62, 69, 64, 60], 0.6, 0);

function heard(sound: Float32Array) {
  const analyzer = new StreamAnalyzer(RATE, createKernels());
  analyzer.push(sound);
  return analyzer.transcribe();
}

/** Fourteen people who hum a tune together, up to 35 cents and 0.1 s apart, in a church. */
function choir(): Float32Array {
  const random = seededRandom('choir');
  const sum = new Float32Array(RATE * SECONDS);
  for (let i = 0; i < 14; i++) {
    const cents = 35 * (2 * random() - 1);
    const late = 0.1 * random();
    const tones = TUNE.map(({ midi, onset, offset }) => ({
      midi: midi + cents / 100,
      onset: onset + late,
      offset: offset + late + 0.05,
      vibrato: 25,
    }));
    for (const [k, sample] of render('hum', tones, SECONDS, RATE).entries()) if (k < sum.length) sum[k]! += sample / 6;
  }
  return inRoom(sum, RATE, 3, seededRandom('r'));
}

it('hears one voice in a tune, also where it echoes', () => {
  for (const voice of ['flute', 'sung', 'pluck'] as const) {
    const tune = render(voice, TUNE, SECONDS, RATE);
    expect(verdictOf(heard(tune))).toBe('one voice');
    expect(verdictOf(heard(inRoom(tune, RATE, 1.5, seededRandom('r'))))).toBe('one voice');
  }
});

it('hears several voices in chords, and in a choir that sings one tune', () => {
  const chords = TUNE.flatMap((tone) => [0, 4, 7].map((interval) => ({ ...tone, midi: tone.midi + interval })));
  expect(verdictOf(heard(render('pluck', chords, SECONDS, RATE)))).toBe('several voices');
  const whole = heard(choir());
  expect(verdictOf(whole)).toBe('several voices');
  // The pitch path stumbles over the voices, the other transcriber hears each tone once.
  expect(whole.monophonic.notes.length).toBeGreaterThan(TUNE.length);
  expect(whole.polyphonic.notes).toHaveLength(TUNE.length);
});

it('hears two voices in a duet whose second is softer', () => {
  const low = TUNE.map((tone) => ({ ...tone, midi: tone.midi - 16 + (tone.midi % 3), loudness: 0.4 }));
  const duet = render('flute', TUNE, SECONDS, RATE);
  for (const [i, sample] of render('sung', low, SECONDS, RATE).entries()) duet[i]! += sample;
  expect(verdictOf(heard(duet))).toBe('several voices');
});

it('hears one voice in talk', () => {
  for (const speaker of Object.values(SPEAKERS))
    expect(verdictOf(heard(speech(SECONDS, RATE, speaker, seededRandom('talk'))))).toBe('one voice');
});

it('refuses no roll of hits in which fewer than half of the notes are hits of a drum', () => {
  const random = seededRandom('roll');
  const roll = new Float32Array(RATE * SECONDS);
  for (let time = 0.1; time < SECONDS - 0.3; time += 0.05) addNoise(roll, RATE, time, 0.06, 250, 0.3, random);
  expect(verdictOf(heard(roll))).toBe('one voice');
});

it('measures every sound with as many numbers, none of them lost, silence too', () => {
  for (const sound of [new Float32Array(RATE), render('flute', TUNE, SECONDS, RATE), new Float32Array(10)]) {
    const evidence = soundEvidence(heard(sound));
    expect(evidence).toHaveLength(SOUND_EVIDENCE_LENGTH);
    expect([...evidence].every(Number.isFinite)).toBe(true);
  }
});
