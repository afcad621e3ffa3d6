import { expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/values/random.ts';
import { percussion } from '../../../../tests/fixtures/percussion.ts';
import { addBar, mixBackground, render, sequence, withHum } from '../../../../tests/fixtures/synthesis.ts';
import { analyze } from '../../../../tests/fixtures/engine.ts';

const SAMPLE_RATE = 16_000;
const detectedMidi = (sound: Float32Array): number[] => analyze(sound, SAMPLE_RATE).notes.map(({ midi }) => midi);

it('names the bars of a xylophone by their first partial', () => {
  const tones = sequence([60, 64, 67, 72, 69, 65, 62, 60], 0.3, 0.2);
  const sound = new Float32Array(4.5 * SAMPLE_RATE);
  for (const tone of tones) addBar(sound, SAMPLE_RATE, tone);
  const { notes } = analyze(sound, SAMPLE_RATE);
  expect(notes.map(({ midi }) => midi)).toEqual(tones.map(({ midi }) => midi));
  for (const { cents } of notes) expect(Math.abs(cents)).toBeLessThan(20);
});

it('puts a bass over mains hum into its own octave', () => {
  const tones = sequence([43, 45, 41, 38, 43, 36], 0.48, 0.02);
  for (const voice of ['saw', 'pluck'] as const)
    expect(detectedMidi(withHum(render(voice, tones, 3.4, SAMPLE_RATE), SAMPLE_RATE, 50, 9))).toEqual(
      tones.map(({ midi }) => midi),
    );
});

it('puts a tune over toms into its own octave', () => {
  const tones = sequence([60, 64, 67, 65, 62, 69, 64, 60], 0.6, 0.02);
  for (const voice of ['flute', 'sung'] as const) {
    const beat = percussion('toms', 5.2, SAMPLE_RATE, 100, seededRandom('toms'));
    const { notes } = analyze(mixBackground(render(voice, tones, 5.2, SAMPLE_RATE), beat, 4), SAMPLE_RATE);
    const octaveBelow = notes.filter(({ midi, onset, offset }) =>
      tones.some((tone) => tone.midi - 12 === midi && tone.onset < offset && tone.offset > onset),
    );
    expect(octaveBelow).toEqual([]);
  }
});

it('keeps a low tone that is almost a sine', () => {
  const tones = sequence([31, 34, 36], 0.5, 0.1);
  expect(detectedMidi(render('sine', tones, 2.2, SAMPLE_RATE))).toEqual(tones.map(({ midi }) => midi));
});

it('keeps a low string whose octave is its loudest partial', () => {
  // Levels of the partials of a guitar's B1, dB.
  const levels = [-25, -12, -16, 0, -17, -18, -17, -20, -22, -35];
  const sound = new Float32Array(2 * SAMPLE_RATE);
  for (const [i, level] of levels.entries())
    for (let t = 0; t < sound.length; t++)
      sound[t]! += 0.1 * 10 ** (level / 20) * Math.sin((2 * Math.PI * (i + 1) * 61.74 * t) / SAMPLE_RATE);
  expect(detectedMidi(sound)).toEqual([35]);
});
