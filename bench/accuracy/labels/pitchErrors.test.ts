import { expect, it } from 'vitest';
import { hzOfMidi } from '#ear/values/pitch.ts';
import { pitchErrors } from './pitchErrors.ts';

/** A track that holds `midi` from 0 to 1 s. */
const held = (midi: number): [number, number][] => Array.from({ length: 100 }, (_, t) => [t / 100, hzOfMidi(midi)]);

it('says how far a label is above what is heard', () => {
  const [error] = pitchErrors([{ midi: 60.7, onset: 0.2, offset: 0.6 }], held(60));
  expect(error!.cents).toBeCloseTo(70, 6);
  expect(error!.hz).toBeCloseTo(hzOfMidi(60.7) - hzOfMidi(60), 6);
  expect(pitchErrors([{ midi: 59.5, onset: 0.2, offset: 0.6 }], held(60))[0]!.cents).toBeCloseTo(-50, 6);
});

it('takes the median, and leaves out what is too short, silent, or of another pitch', () => {
  const slide = held(60).map(([time, hz], t): [number, number] => [time, t < 24 ? hz * 1.05 : hz]);
  expect(pitchErrors([{ midi: 60, onset: 0.2, offset: 0.6 }], slide)[0]!.cents).toBeCloseTo(0, 6);
  expect(pitchErrors([{ midi: 60, onset: 0.2, offset: 0.23 }], held(60))).toEqual([]);
  expect(pitchErrors([{ midi: 60, onset: 2, offset: 3 }], held(60))).toEqual([]);
  expect(pitchErrors([{ midi: 63, onset: 0.2, offset: 0.6 }], held(60))).toEqual([]);
});
