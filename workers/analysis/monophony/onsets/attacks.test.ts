import { describe, expect, it } from 'vitest';
import { hzOfMidi } from '../../values/pitch.ts';
import { level, note, spans, through, track } from '../../../../tests/fixtures/pitchTrack.ts';
import { StreamAnalyzer } from '../../analyzer.ts';
import { createKernels } from '../../dsp/kernels/index.ts';
import { steps } from '../../parameters.ts';
import { beginWithAttack } from './attacks.ts';
import { LEGATO } from './parameters.ts';

describe('a note that is tied to the one before', () => {
  /**
   * Two tones: the first is released at the step 60 and falls for 5 steps by `fall` dB; the second was found 6 steps
   * later.
   */
  const detectNotes = (fall: number, pitchBefore: (t: number) => number = () => 60, rest = 0): number[][] => {
    const sound = track([60, 66 + rest], [62, 60]);
    for (let t = 0; t < 66; t++) sound.hz[t] = hzOfMidi(pitchBefore(t));
    for (let t = 60; t < 66; t++) level(sound, t, t + 1, -10 - (fall * (t - 59)) / 6);
    level(sound, 66, 66 + rest, -10 - fall);
    return spans(through([note(0, 66, 60), note(66 + rest, 126 + rest, 62)], sound, beginWithAttack));
  };

  it('begins halfway through the release of that one', () => {
    expect(detectNotes(6)).toEqual([
      [0, 63, 60],
      [63, 126, 62],
    ]);
  });

  it('keeps its onset if the level hardly falls, falls to a rest, or a rest lies between', () => {
    expect(detectNotes(LEGATO.minFall - 1)[1]![0]).toBe(66);
    expect(detectNotes(LEGATO.maxFall + 5)[1]![0]).toBe(66);
    const rest = steps(LEGATO.rest) + 1;
    expect(detectNotes(6, () => 60, rest)[1]![0]).toBe(66 + rest);
  });

  it('keeps its onset if a voice does not hold its pitch, as singers do not', () => {
    expect(detectNotes(6, (t) => 60 + 0.3 * Math.sin(t / 3))[1]![0]).toBe(66);
  });
});

describe('a swelling tone', () => {
  const rate = 21_000;
  const quiet = 0.5;
  /** Share of the amplitude at a share of the attack, 0 to 1. */
  const SWELL_SHAPES: Record<string, (done: number) => number> = {
    evenly: (done) => done,
    softly: (done) => 0.5 - 0.5 * Math.cos(Math.PI * done),
    'by decibels': (done) => 10 ** (-2.5 * (1 - done)),
  };

  it.each(Object.keys(SWELL_SHAPES))('%s begins when it comes within 20 dB of its loudest, at any pitch', (name) => {
    const swell = SWELL_SHAPES[name]!;
    for (const attack of [0.1, 0.2, 0.4, 0.6])
      for (const midi of [43, 62, 76]) {
        if (name === 'by decibels' && attack < 0.2) continue;
        const level = (i: number): number => {
          const time = i / rate - quiet;
          return time < 0 ? 0 : Math.min(1, (attack + 1 - time) / 0.05) * swell(Math.min(1, time / attack));
        };
        const sound = Float32Array.from({ length: Math.round((quiet + attack + 1) * rate) }, (_, i) => {
          const phase = (2 * Math.PI * hzOfMidi(midi) * i) / rate;
          return 0.25 * level(i) * (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.3 * Math.sin(3 * phase));
        });
        const audible = sound.findIndex((_, i) => level(i) >= 0.1) / rate;
        const analyzer = new StreamAnalyzer(rate, createKernels());
        analyzer.push(sound);
        const [first, ...others] = analyzer.finish().notes;
        expect(others).toEqual([]);
        expect(Math.abs(first!.onset - audible)).toBeLessThan(0.05);
      }
  });
});
