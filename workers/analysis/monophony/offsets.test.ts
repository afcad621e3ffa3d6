import { expect, it } from 'vitest';
import { through } from '../../../tests/fixtures/pitchTrack.ts';
import { trimReleases } from './offsets.ts';
import { PitchTrack } from './pitchTrack.ts';

/** Trimmed end of a note over a track whose level changes by these slopes, one after the other. */
function endOf(...slopes: readonly [steps: number, decibelsPerStep: number][]): number {
  const track = new PitchTrack();
  let level = 0;
  for (const [steps, slope] of slopes)
    for (let t = 0; t < steps; t++) {
      track.pushPower(0.1);
      track.pushPitch(220, 1, 0, 10 ** (level / 20));
      level += slope;
    }
  const note = { first: 0, end: track.length, midi: 57, rise: 10 };
  return through([note], track, trimReleases)[0]!.end;
}

it('ends a note at its release, not at the end of its decay', () => {
  expect(endOf([60, 0])).toBe(60);
  expect(Math.abs(endOf([60, 0], [30, -1.2]) - 60)).toBeLessThanOrEqual(4);
  expect(Math.abs(endOf([60, -0.2], [20, -2]) - 60)).toBeLessThanOrEqual(4);
  expect(Math.abs(endOf([60, 0], [5, -8]) - 60)).toBeLessThanOrEqual(2);
});

it('keeps a slow decay before a sudden end', () => {
  expect(endOf([50, 0], [20, -0.9], [5, -8])).toBeGreaterThan(66);
});

it('keeps the sustain after a hard attack, and a tone that decays evenly', () => {
  expect(endOf([4, -4], [60, -0.1])).toBe(64);
  expect(endOf([80, -0.3])).toBe(80);
});

it('ends a ringing tone once it has faded by 26 dB, but no short note', () => {
  expect(Math.abs(endOf([200, -0.3]) - 87)).toBeLessThanOrEqual(1);
  expect(endOf([60, -0.3])).toBe(60);
  expect(endOf([60, -0.6])).toBe(60);
});

it('searches no further than the next note', () => {
  const track = new PitchTrack();
  for (let t = 0; t < 100; t++) track.pushPitch(220, 1, 0, t < 50 ? 1 : 0.001);
  const notes = [
    { first: 0, end: 50, midi: 57, rise: 10 },
    { first: 50, end: 100, midi: 60, rise: 10 },
  ];
  expect(through(notes, track, trimReleases).map(({ end }) => end)).toEqual([50, 100]);
});
