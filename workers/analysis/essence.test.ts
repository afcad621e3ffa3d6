import { describe, expect, it } from 'vitest';
import { essenceOf } from './essence.ts';
import type { NoteEvent } from './types.ts';

/** A note with a duration in seconds. */
const note = (midi: number, seconds: number, confidence = 1): NoteEvent => ({
  midi,
  cents: 0,
  onset: 0,
  offset: seconds,
  confidence,
  velocity: 0.8,
});
const none = () => [];

describe('the order of the essence', () => {
  it('follows length times clarity, strongest first, for any pitch and time', () => {
    const notes = [note(60, 0.5), note(72, 2), note(64, 1.5, 0.6), note(67, 1)];
    expect(essenceOf(notes, none).essence).toEqual(['C5', 'G4', 'E4', 'C4']);
    expect(essenceOf(notes.toReversed(), none).essence).toEqual(['C5', 'G4', 'E4', 'C4']);
  });

  it('sums the time of each note, and puts the lower of two equal ones first', () => {
    const notes = [note(67, 0.6), note(60, 0.5), note(64, 1), note(60, 0.5)];
    expect(essenceOf(notes, none).essence).toEqual(['C4', 'E4', 'G4']);
  });

  it('drops unclear notes first, with a lower limit for notes weighted by stillness', () => {
    const notes = [note(60, 1), note(62, 1), note(64, 1), note(65, 1, 0.3), note(67, 0.5, 0.3)];
    expect(essenceOf(notes, none).essence).toEqual(['C4', 'D4', 'E4']);
    expect(essenceOf(notes, none, ({ midi }) => midi === 67).essence).toEqual(['C4', 'D4', 'E4', 'G4']);
  });

  it('puts overtones after the sounding notes', () => {
    const overtones = (midi: number) => (midi === 60 ? [72, 79] : [69 + 12]);
    expect(essenceOf([note(69, 1), note(60, 2)], overtones).essence).toEqual(['C4', 'A4', 'C5']);
  });
});
