import { describe, expect, it } from 'vitest';
import {
  essenceOfTake,
  midiOfOffset,
  nameOfMidi,
  octaveOfCode,
  offsetOfCode,
  pianoKeys,
  PIANO_CODES,
  printedOn,
} from './keyboard.ts';

describe('the keyboard map', () => {
  it('gives a,w,s,e,d,f,t,g,y,h,u,j,k the offsets 0 to 12, by place', () => {
    expect([...'awsedftgyhujk'].map((letter) => offsetOfCode(`Key${letter.toUpperCase()}`))).toEqual(
      Array.from({ length: 13 }, (_, i) => i),
    );
    expect(offsetOfCode('KeyZ')).toBeNull();
    expect(offsetOfCode('a')).toBeNull();
  });

  it('gives the number keys 1 to 9 the nine categories', () => {
    expect([1, 5, 9].map((n) => octaveOfCode(`Digit${n}`))).toEqual([0, 4, 8]);
    expect(octaveOfCode('Numpad3')).toBe(2);
    expect(octaveOfCode('Digit0')).toBeNull();
  });

  it('shows an octave from C to C, five black keys, and ends at B8', () => {
    expect(pianoKeys(4).map(({ note }) => note)).toEqual([
      'C4',
      'C#4',
      'D4',
      'D#4',
      'E4',
      'F4',
      'F#4',
      'G4',
      'G#4',
      'A4',
      'A#4',
      'B4',
      'C5',
    ]);
    expect(
      pianoKeys(4)
        .filter(({ black }) => black)
        .map(({ offset }) => offset),
    ).toEqual([1, 3, 6, 8, 10]);
    expect(pianoKeys(8)).toHaveLength(12);
    expect(midiOfOffset(8, 12)).toBeNull();
    expect(midiOfOffset(0, 0)).toBe(12);
  });

  it("shows the labels of the visitor's keyboard", () => {
    expect(printedOn('KeyA', new Map([['KeyA', 'q']]))).toBe('Q');
    expect(PIANO_CODES.map((code) => printedOn(code)).join('')).toBe('AWSEDFTGYHUJK');
  });

  it('names every MIDI number', () => {
    expect([0, 60, 69, 127].map(nameOfMidi)).toEqual(['C-1', 'C4', 'A4', 'G9']);
    expect([-1, 128, 60.5].map(nameOfMidi)).toEqual(['unknown note', 'unknown note', 'unknown note']);
  });
});

describe('the essence of a take', () => {
  it('puts the longest and loudest note first, each note once, eight at most', () => {
    const note = (midi: number, onset: number, offset: number, velocity = 0.8) => ({ midi, onset, offset, velocity });
    expect(
      essenceOfTake({
        duration: 3,
        notes: [note(60, 0, 0.2), note(64, 0.2, 1.4), note(60, 1.4, 1.8), note(67, 2, 3, 0.2)],
      }),
    ).toEqual(['E4', 'C4', 'G4']);
    expect(
      essenceOfTake({ duration: 9, notes: Array.from({ length: 20 }, (_, i) => note(40 + i, i, i + 0.5)) }),
    ).toHaveLength(8);
    expect(essenceOfTake({ duration: 1, notes: [note(2, 0, 1)] })).toEqual(['D0']);
    expect(essenceOfTake({ duration: 0, notes: [] })).toEqual([]);
  });
});
