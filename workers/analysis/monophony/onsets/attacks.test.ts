import { describe, expect, it } from 'vitest';
import { hzOfMidi } from '../../../../src/core/pitch/pitch.ts';
import { level, note, spans, track } from '../../../../tests/fixtures/pitchTrack.ts';
import { StreamAnalyzer } from '../../analyzer.ts';
import { createKernels } from '../../dsp/kernels/index.ts';
import { HOP_SECONDS, NOTE, steps } from '../../parameters.ts';
import { PitchTrack } from '../pitchTrack.ts';
import { beginWithAttack } from './attacks.ts';
import { ATTACK, LEGATO } from './parameters.ts';

/** Steps from the onset of a note to its first step. */
const LEAD = steps(NOTE.lead);

describe('the attack of a note', () => {
  /**
   * A pitch from the step 40 on, after another note and a rest; its partials have risen for `risen` steps by then.
   */
  const heard = (risen: number, pitch: (t: number) => number = () => 62): number[][] => {
    const sound = track([60, 30], [null, 10], ...Array.from({ length: 40 }, (_, t): [number, number] => [pitch(t), 1]));
    sound.risen[40] = risen;
    const notes = [note(0, 38, 60), note(40, 80, 62)];
    beginWithAttack(notes, sound);
    return spans(notes);
  };
  const BEFORE = steps(ATTACK.before);

  it('is where its partials begin to rise, and the note before ends there', () => {
    expect(heard(BEFORE)).toEqual([
      [0, 40 - BEFORE + LEAD, 60],
      [40 - BEFORE + LEAD, 80, 62],
    ]);
  });

  it('stays where nothing rises, or something else has risen for long', () => {
    expect(heard(0)[1]![0]).toBe(40);
    expect(heard(BEFORE + 1)[1]![0]).toBe(40);
  });

  it('stays where the voice slides into its pitch', () => {
    expect(heard(BEFORE, (t) => 62 - Math.max(0, 0.45 - 0.05 * t))[1]![0]).toBe(40);
  });

  it('is measured where a tone swells from silence, and not where it swells from a softer level', () => {
    const rate = 21_000;
    const onset = 0.5;
    /**
     * Steps around the onset of a tone that swells for 60 ms from the share `before` of its level, with their
     * `risen`.
     */
    const risenFrom = (before: number): { step: number; risen: number }[] => {
      const sound = Float32Array.from({ length: rate }, (_, i) => {
        const swell = Math.min(1, Math.max(0, (i / rate - onset) / 0.06));
        return 0.3 * (before + (1 - before) * swell) * Math.sin((2 * Math.PI * 880 * i) / rate);
      });
      const swelling = new PitchTrack();
      const analyzer = new StreamAnalyzer(rate, createKernels(), swelling);
      analyzer.push(sound);
      analyzer.finish();
      return Array.from({ length: 10 }, (_, i) => 50 + i).map((step) => ({ step, risen: swelling.risen[step]! }));
    };
    const rising = risenFrom(0).filter(({ risen }) => risen > 0);
    expect(rising.length).toBeGreaterThan(3);
    // The window of the spectrum, 49 ms, blurs the beginning.
    for (const { step, risen } of rising)
      expect(Math.abs((step - risen) * HOP_SECONDS - onset)).toBeLessThanOrEqual(0.025);
    expect(risenFrom(0.3).every(({ risen }) => risen === 0)).toBe(true);
  });
});

describe('a note that is tied to the one before', () => {
  /**
   * Two tones: the first is released at the step 60 and falls for 5 steps by `fall` dB; the second was found 6 steps
   * later.
   */
  const heard = (fall: number, pitchBefore: (t: number) => number = () => 60, rest = 0): number[][] => {
    const sound = track([60, 66 + rest], [62, 60]);
    for (let t = 0; t < 66; t++) sound.hz[t] = hzOfMidi(pitchBefore(t));
    for (let t = 60; t < 66; t++) level(sound, t, t + 1, -10 - (fall * (t - 59)) / 6);
    level(sound, 66, 66 + rest, -10 - fall);
    const notes = [note(0, 66, 60), note(66 + rest, 126 + rest, 62)];
    beginWithAttack(notes, sound);
    return spans(notes);
  };

  it('begins halfway to the release of that one', () => {
    expect(heard(6)).toEqual([
      [0, 63, 60],
      [63, 126, 62],
    ]);
  });

  it('stays where the level hardly falls, falls to a rest, or a rest lies between', () => {
    expect(heard(LEGATO.minFall - 1)[1]![0]).toBe(66);
    expect(heard(LEGATO.maxFall + 5)[1]![0]).toBe(66);
    const rest = steps(LEGATO.rest) + 1;
    expect(heard(6, () => 60, rest)[1]![0]).toBe(66 + rest);
  });

  it('stays where a voice does not hold its pitch, as singers do not', () => {
    expect(heard(6, (t) => 60 + 0.3 * Math.sin(t / 3))[1]![0]).toBe(66);
  });
});

describe('a tone that swells', () => {
  const rate = 21_000;
  const quiet = 0.5;
  /** Share of the amplitude at a share of the attack, 0 to 1. */
  const SWELLS: Record<string, (done: number) => number> = {
    evenly: (done) => done,
    softly: (done) => 0.5 - 0.5 * Math.cos(Math.PI * done),
    'by decibels': (done) => 10 ** (-2.5 * (1 - done)),
  };

  it.each(Object.keys(SWELLS))('%s begins where it comes within 20 dB of its loudest, whatever its pitch', (name) => {
    const swell = SWELLS[name]!;
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
