import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byPitch,
  HIGHEST_MIDI,
  hzOf,
  hzOfMidi,
  isNoteCode,
  LOWEST_MIDI,
  midiName,
  midiOf,
  midiOfHz,
  NOTE_CODES,
  noteCodeOf,
  octaveOf,
} from './pitch.ts';

describe('pitch names', () => {
  it('have fixed points: A4 is 440 Hz, MIDI 60 is C4, the range is C0 to B8', () => {
    expect(hzOf('A4')).toBe(440);
    expect(midiName(60)).toBe('C4');
    expect(midiOf('C0')).toBe(LOWEST_MIDI);
    expect(midiOf('B8')).toBe(HIGHEST_MIDI);
    expect(hzOf('C4')).toBeCloseTo(261.626, 3);
    expect(hzOf('C0')).toBeCloseTo(16.352, 3);
    expect(hzOf('B8')).toBeCloseTo(7902.133, 3);
  });

  it('have 108 codes, all valid, in order of pitch', () => {
    expect(NOTE_CODES).toHaveLength(108);
    expect(new Set(NOTE_CODES).size).toBe(108);
    expect(NOTE_CODES.every(isNoteCode)).toBe(true);
    expect([...NOTE_CODES].reverse().sort(byPitch)).toEqual(NOTE_CODES);
  });

  it.each(['E#4', 'B#3', 'Cb4', 'H2', 'C9', 'C-1', 'c4', 'C4 ', 'C', '4', '', null, 60, {}])('refuse %j', (value) => {
    expect(isNoteCode(value)).toBe(false);
  });

  it('convert to numbers and back', () => {
    for (const code of NOTE_CODES) {
      expect(noteCodeOf(midiOf(code))).toBe(code);
      expect(noteCodeOf(midiOfHz(hzOf(code)))).toBe(code);
      expect(code.endsWith(String(octaveOf(code)))).toBe(true);
    }
  });

  it('exist outside the catalogue, and MIDI numbers fold into it by octaves', () => {
    expect(midiName(0)).toBe('C-1');
    expect(midiName(127)).toBe('G9');
    expect(midiName(-1)).toBe('B-2');
    expect(noteCodeOf(0)).toBe('C0');
    expect(noteCodeOf(11)).toBe('B0');
    expect(noteCodeOf(127)).toBe('G8');
    fc.assert(
      fc.property(fc.double({ min: -200, max: 400, noNaN: true }), (midi) => {
        const code = noteCodeOf(midi);
        expect(isNoteCode(code)).toBe(true);
        expect((((midiOf(code) - Math.round(midi)) % 12) + 12) % 12).toBe(0);
      }),
    );
  });

  it('round to the nearest semitone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: LOWEST_MIDI, max: HIGHEST_MIDI }),
        fc.double({ min: -0.49, max: 0.49, noNaN: true }),
        (midi, bend) => {
          expect(midiOf(noteCodeOf(midiOfHz(hzOfMidi(midi + bend))))).toBe(midi);
        },
      ),
    );
  });
});
