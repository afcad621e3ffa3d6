import { expect, it } from 'vitest';
import { hzOfMidi } from '../../values/pitch.ts';
import { render } from '../../../../tests/fixtures/synthesis.ts';
import type { Floats } from '../../dsp/kernels/kernels.ts';
import { BIN_HZ, SPECTRUM_BINS } from '../../dsp/spectrum.ts';
import { analyze } from '../../../../tests/fixtures/engine.ts';
import { emptyCandidates } from '../periodicity.ts';
import { LingeringPitches } from './decayTails.ts';
import { ownPartials } from './ownPartials.ts';

/** A spectrum with partials of these pitches, six of each. */
function spectrumOf(...pitches: readonly number[]): Floats {
  const amplitude = new Float32Array(SPECTRUM_BINS + 1);
  for (const midi of pitches) for (let n = 1; n <= 6; n++) amplitude[Math.round((n * hzOfMidi(midi)) / BIN_HZ)] = 1 / n;
  return amplitude as Floats;
}

/** `ownPartials` of pitches in MIDI. */
const partialsOf = (midi: number, before: number | null, amplitude: Floats) => ({
  ...ownPartials(hzOfMidi(midi), before === null ? 0 : hzOfMidi(before), amplitude),
});

it('measures the partials that belong to one pitch alone', () => {
  const ownLevel = (...of: Parameters<typeof partialsOf>): number => partialsOf(...of).level;
  expect(ownLevel(60, null, spectrumOf(60))).toBeGreaterThan(-12);
  // A pitch an octave, a twelfth or two notes below has no unshared partials.
  expect(ownLevel(48, null, spectrumOf(60))).toBe(-120);
  expect(ownLevel(60 - 19, null, spectrumOf(60))).toBeLessThan(-40);
  expect(ownLevel(48, 60, spectrumOf(60, 67))).toBeLessThan(-12);
  expect(ownLevel(48, 60, spectrumOf(48, 60))).toBeGreaterThan(-12);
});

it('finds the multiple that sounds instead, if any', () => {
  expect(partialsOf(48, 67, spectrumOf(60, 67))).toMatchObject({ multiple: 2 });
  expect(partialsOf(48, 60, spectrumOf(60, 67))).toMatchObject({ multiple: 3 });
  expect(partialsOf(48, 67, spectrumOf(60, 67)).left).toBeGreaterThan(-1);
  expect(partialsOf(48, 67, spectrumOf(67)).left).toBe(-120);
});

/** Resolves candidates, [MIDI, clarity], `ago` steps after a pitch that sounded for `steps` steps. */
function resolveCandidates(
  candidates: readonly [number, number][],
  amplitude: Floats,
  steps = 30,
  ago = 1,
): [number, number][] {
  const lingering = new LingeringPitches();
  for (let t = 0; t < steps; t++) lingering.push(hzOfMidi(67));
  for (let t = 0; t < ago; t++) lingering.push(0);
  const found = emptyCandidates();
  found.count = candidates.length;
  for (const [i, [midi, clarity]] of candidates.entries()) {
    found.hz[i] = hzOfMidi(midi);
    found.clarity[i] = clarity;
  }
  lingering.resolve(found, amplitude);
  return candidates.map((_, i) => [Math.round(69 + 12 * Math.log2(found.hz[i]! / 440)), found.clarity[i]!]);
}

it('moves the clarity of a common subharmonic to the new pitch', () => {
  const both = spectrumOf(60, 67);
  const [common, note] = resolveCandidates(
    [
      [48, 0.96],
      [60, 0.7],
    ],
    both,
  );
  expect(note![1]).toBeGreaterThan(0.8);
  expect(common![1]).toBeLessThan(0.5);
  const [moved] = resolveCandidates([[48, 0.96]], both);
  expect(moved![0]).toBe(60);
});

it('keeps a pitch that sounds itself, or that follows no other pitch', () => {
  const octave: [number, number][] = [
    [48, 0.96],
    [60, 0.7],
  ];
  expect(resolveCandidates(octave, spectrumOf(48, 67))).toEqual(octave);
  expect(resolveCandidates(octave, spectrumOf(67))).toEqual(octave);
  expect(resolveCandidates(octave, spectrumOf(60, 67), 2)).toEqual(octave);
  expect(resolveCandidates(octave, spectrumOf(60, 67), 30, 100)).toEqual(octave);
});

/** Levels of the partials of a bassoon's A2, dB: its formant is at the fourth to the sixth. */
const BASSOON = [-20, -30, -20, 0, -5, -5, -21, -18, -18, -28];

it('keeps a low note with soft partials of its own after its octave', () => {
  const spectrum = new Float32Array(SPECTRUM_BINS + 1) as Floats;
  for (const [i, level] of BASSOON.entries())
    spectrum[Math.round(((i + 1) * hzOfMidi(45)) / BIN_HZ)] = 10 ** (level / 20);
  expect(partialsOf(45, 57, spectrum).level).toBeLessThan(-12);
  expect(partialsOf(45, 57, spectrum).prominent).toBe(4);
  expect(partialsOf(48, 67, spectrumOf(60, 67)).prominent).toBe(0);
});

it('names a low note that begins with its even partials', () => {
  const rate = 22_050;
  const sound = new Float32Array(2 * rate);
  for (const [i, level] of BASSOON.entries())
    for (let t = 0; t < sound.length; t++) {
      const swell = i % 2 === 1 ? 1 : Math.max(0, Math.min(1, (t / rate - 0.1) / 0.05));
      sound[t]! += 0.1 * swell * 10 ** (level / 20) * Math.sin((2 * Math.PI * (i + 1) * hzOfMidi(45) * t) / rate);
    }
  const { notes } = analyze(sound, rate);
  const longest = notes.toSorted((a, b) => b.offset - b.onset - (a.offset - a.onset))[0]!;
  expect(longest.midi).toBe(45);
  expect(longest.offset - longest.onset).toBeGreaterThan(1.8);
});

it('finds the notes of a melody in a room, and none below them', () => {
  const rate = 44_100;
  const melody = [64, 57, 62, 55, 59, 52].map((midi, i) => ({ midi, onset: 0.2 + 0.45 * i, offset: 0.65 + 0.45 * i }));
  const dry = render('flute', melody, 3.4, rate);
  // Echoes every 37 ms, decaying by 60 dB in 1.2 s.
  const wet = Float32Array.from(dry);
  for (let n = 1; n <= 32; n++) {
    const delay = Math.round(0.037 * n * rate);
    for (let i = delay; i < wet.length; i++) wet[i]! += 10 ** ((-3 * 0.037 * n) / 1.2) * dry[i - delay]!;
  }
  expect(analyze(wet, rate).notes.map(({ midi }) => midi)).toEqual(melody.map(({ midi }) => midi));
});
