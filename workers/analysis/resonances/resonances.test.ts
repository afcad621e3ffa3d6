import { describe, expect, it } from 'vitest';
import { midiOf, type NoteCode } from '../values/pitch.ts';
import { seededRandom } from '../../../src/core/values/random.ts';
import { analyze } from '../../../tests/fixtures/engine.ts';
import { percussion } from '../../../tests/fixtures/percussion.ts';
import { noise } from '../../../tests/fixtures/synthesis.ts';

const SAMPLE_RATE = 44_100;
const SOUND_S = 3;
const white = (meanSquare: number): Float32Array =>
  noise(SOUND_S * SAMPLE_RATE, 'white', meanSquare, seededRandom('resonances'));

/** The sound after `poles` low-pass filters of one pole at `hz`. */
function muffled(sound: Float32Array, hz: number, poles: number): Float32Array {
  const share = 1 - Math.exp((-2 * Math.PI * hz) / SAMPLE_RATE);
  let filtered = sound;
  for (let pole = 0; pole < poles; pole++) {
    let value = 0;
    filtered = filtered.map((sample) => (value += share * (sample - value)));
  }
  return filtered;
}

const rumble = (): Float32Array => muffled(white(1), 60, 4);
const hiss = (): Float32Array => {
  const sound = white(0.01);
  const low = muffled(sound, 5000, 2);
  return sound.map((sample, i) => sample - low[i]!);
};
const click = (): Float32Array =>
  Float32Array.from({ length: SAMPLE_RATE }, (_, i) => (i === SAMPLE_RATE / 2 ? 0.9 : 0));
const claps = (): Float32Array => percussion('claps', SOUND_S, SAMPLE_RATE, 90, seededRandom('claps'));

function resonances(sound: Float32Array): NoteCode[] {
  const { source, notes, essence, complexity, timbre, silent } = analyze(sound, SAMPLE_RATE);
  expect({ source, notes, timbre, silent }).toEqual({ source: 'resonance', notes: [], timbre: null, silent: false });
  expect(essence.length).toBeLessThanOrEqual(3 + Math.floor(complexity / 50));
  return essence;
}

const heights = (essence: readonly NoteCode[]): number[] => essence.map(midiOf);

describe('a sound without pitch', () => {
  it.each([
    ['white noise', () => white(0.01)],
    ['room tone at -50 dBFS', () => white(1e-5 / 2)],
    ['a click', click],
    ['a rumble', rumble],
    ['a hiss', hiss],
    ['claps', claps],
  ])('has four notes: %s', (_, sound) => {
    expect(new Set(resonances(sound())).size).toBe(4);
  });

  it('has low notes if it rumbles and high ones if it hisses', () => {
    expect(Math.max(...heights(resonances(rumble())))).toBeLessThan(60);
    expect(Math.min(...heights(resonances(hiss())))).toBeGreaterThan(84);
  });

  it('has the same notes from another start and at another level', () => {
    const starts = [1, 2, 3, 4, 5].map((step) => Math.round(0.022 * step * SAMPLE_RATE));
    const kept = [claps(), rumble(), hiss()].map((sound) => {
      const whole = resonances(sound);
      expect(resonances(sound.map((sample) => 0.1 * sample))).toEqual(whole);
      const later = starts.flatMap((start) => resonances(sound.subarray(start)));
      return later.filter((note) => whole.includes(note)).length / later.length;
    });
    // A rumble has few independent moments in three seconds: a note of it moves by a semitone now and then.
    expect(Math.min(...kept)).toBeGreaterThan(0.7);
    expect(kept.reduce((sum, share) => sum + share, 0) / kept.length).toBeGreaterThan(0.9);
  });

  it('is silence below -60 dBFS', () => {
    expect(analyze(white(1e-8), SAMPLE_RATE)).toMatchObject({ source: null, essence: [], silent: true });
  });
});

describe('a sound with one or two notes', () => {
  const hum = (i: number): number => 0.3 * Math.sin((2 * Math.PI * 220 * i) / SAMPLE_RATE);

  it('is filled up to four by its resonances, after its notes', () => {
    const sound = white(0.001).map((sample, i) => sample + hum(i));
    const { source, notes, essence } = analyze(sound, SAMPLE_RATE);
    expect(source).toBe('spectral');
    expect(new Set(notes.map(({ midi }) => midi))).toEqual(new Set([57]));
    expect(essence).toHaveLength(4);
    expect(essence[0]).toBe('A3');
    expect(heights(essence.slice(1)).every((midi) => Math.abs(midi - 57) >= 3)).toBe(true);
  });

  it('keeps them alone if nothing else sounds', () => {
    expect(
      analyze(
        Float32Array.from({ length: SAMPLE_RATE }, (_, i) => hum(i)),
        SAMPLE_RATE,
      ).essence,
    ).toEqual(['A3']);
  });
});
