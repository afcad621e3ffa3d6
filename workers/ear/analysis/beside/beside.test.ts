import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/values/random.ts';
import { track } from '../../../../tests/fixtures/pitchTrack.ts';
import { speech, SPEAKERS } from '../../../../tests/fixtures/speech.ts';
import { over, render, sequence } from '../../../../tests/fixtures/synthesis.ts';
import { analyze } from '../../../../tests/fixtures/engine.ts';
import type { NoteEvent } from '../types.ts';
import { BESIDE_EVIDENCE_LENGTH, besideEvidence } from './besideEvidence.ts';
import { withoutBeside } from './besideJudge.ts';

const RATE = 44_100;
const SECONDS = 8;
const TUNE = sequence([64, 67, 71, 69, 72, 67, 64, 62], 0.8, 0.3);

const noteAt = (onset: number, offset: number, midi: number): NoteEvent => ({
  midi,
  cents: 0,
  onset,
  offset,
  confidence: 1,
  velocity: 0.8,
});

describe('the notes of talk beside a tune', () => {
  it.each(['woman', 'quick'] as const)('are dropped, those of the tune are kept (%s)', (who) => {
    const talk = speech(SECONDS, RATE, SPEAKERS[who], seededRandom('beside'));
    const { notes } = analyze(over(render('flute', TUNE, SECONDS, RATE), talk, 3), RATE);
    expect(notes.filter(({ midi }) => !TUNE.some((tone) => tone.midi === midi)).length).toBeLessThanOrEqual(2);
    for (const { midi } of TUNE) expect(notes.some((note) => note.midi === midi)).toBe(true);
  });
});

describe('the judge', () => {
  const held = track([60, 60], [null, 20], [64, 60], [null, 20], [67, 60]);
  const tune = [noteAt(0, 0.6, 60), noteAt(0.8, 1.4, 64), noteAt(1.6, 2.2, 67)];

  it('keeps a tune by itself, for one voice and for several', () => {
    expect(withoutBeside(tune, held, false)).toEqual(tune);
    expect(withoutBeside(tune, held, true)).toEqual(tune);
  });

  it('measures every note with as many finite numbers', () => {
    expect(besideEvidence([], held)).toEqual([]);
    // One beyond the end of the track, one without any pitch.
    const odd = [noteAt(0.65, 0.7, 50), ...tune.slice(1), noteAt(9, 9.1, 40)];
    for (const values of besideEvidence(odd, held)) {
      expect(values).toHaveLength(BESIDE_EVIDENCE_LENGTH);
      expect(values.every(Number.isFinite)).toBe(true);
    }
  });
});
