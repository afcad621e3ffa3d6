import { describe, expect, it } from 'vitest';
import { hzOfMidi } from '../values/pitch.ts';
import type { NoteEvent } from '../types.ts';
import { voiceFeatures } from './voices.ts';

const STEP_COUNT = 300;
const note = (midi: number, onset = 0, offset = STEP_COUNT / 100): NoteEvent => ({
  midi,
  cents: 0,
  onset,
  offset,
  confidence: 0.9,
  velocity: 0.7,
});
/** A pitch path of one pitch, unvoiced for null. */
const path = (midi: number | null): { hz: Float32Array<ArrayBuffer>; length: number } => ({
  hz: new Float32Array(STEP_COUNT).fill(midi === null ? 0 : hzOfMidi(midi)),
  length: STEP_COUNT,
});

describe('the features of both transcribers', () => {
  it('show one voice if the path is a note, and the other notes are its partials', () => {
    expect(voiceFeatures([note(40), note(52), note(59), note(68)], path(40))).toEqual({
      onPath: 1,
      explained: 1,
      together: 1,
    });
  });

  it('show several if the path lies below all notes', () => {
    expect(voiceFeatures([note(60), note(64), note(67)], path(36))).toMatchObject({ onPath: 0, together: 1 });
  });

  it('do not count the end of a note over the beginning of the next as two voices', () => {
    const tune = [60, 62, 64].map((midi, i) => note(midi, i, i + 1.02));
    expect(voiceFeatures(tune, path(null))).toEqual({ onPath: 0, explained: 0, together: 0 });
  });

  it('are empty without notes', () => {
    expect(voiceFeatures([], path(60))).toEqual({ onPath: 0, explained: 0, together: 0 });
  });
});
