/**
 * Rules of the sound perfume keyboard: the notes of physical keys, the categories, and the essence of played notes.
 * Keys are identified by `KeyboardEvent.code`, their position, so that AZERTY, QWERTZ and Dvorak keep the shape of a
 * piano.
 */
import { MAX_TAKE_ESSENCE } from '#features/fragrance/domain/composition/fragrance.ts';
import type { Gesture } from '../take/gestures.ts';
import { HIGHEST_MIDI, midiName, noteCodeOf, octaveOf, type NoteCode, type Octave } from '#analysis/values/pitch.ts';

/** Category of a fresh keyboard: Spices & Deep Florals. */
export const DEFAULT_OCTAVE: Octave = 4;

/**
 * Physical keys from C upwards; the index is the semitone offset 0 to 12 (a,w,s,e,d,f,t,g,y,h,u,j,k on a US board).
 */
export const PIANO_CODES: readonly string[] = Array.from('AWSEDFTGYHUJK', (letter) => `Key${letter}`);

/** Length of a note from a key or the on-screen piano, s. */
export const KEY_NOTE_LENGTH = 1;
/** Length of a note from a MIDI device, s. */
export const MIDI_NOTE_LENGTH = 0.8;
/** Duration of the keyboard's tip, ms. */
export const TIP_MS = 10_000;
/** One key of the on-screen piano. */
export interface PianoKey {
  midi: number;
  note: NoteCode;
  /** Semitones above the octave's C, 0 to 12. */
  offset: number;
  black: boolean;
  /** Its physical key. */
  code: string;
}

const BLACK_KEYS = new Set([1, 3, 6, 8, 10]);

/** Semitone offset (0 to 12) of a physical key, or null for other keys. */
export function offsetOfCode(code: string): number | null {
  const offset = PIANO_CODES.indexOf(code);
  return offset === -1 ? null : offset;
}

/** Octave (0 to 8) of a number key: `Digit1` is octave 0; null for other keys. */
export function octaveOfCode(code: string): Octave | null {
  const match = /^(?:Digit|Numpad)([1-9])$/.exec(code);
  return match === null ? null : ((Number(match[1]) - 1) as Octave);
}

/** MIDI number of a semitone offset above the C of an octave; null above B8, the end of the catalogue. */
export function midiOfOffset(octave: Octave, offset: number): number | null {
  const midi = 12 * (octave + 1) + offset;
  return midi > HIGHEST_MIDI ? null : midi;
}

/** The on-screen piano of an octave, lowest key first: C to the next C (octave 8 ends at B8). */
export function pianoKeys(octave: Octave): PianoKey[] {
  return PIANO_CODES.flatMap((code, offset) => {
    const midi = midiOfOffset(octave, offset);
    return midi === null ? [] : [{ midi, note: noteCodeOf(midi), offset, black: BLACK_KEYS.has(offset % 12), code }];
  });
}

/** The label of a key; without a layout from the browser, that of a US keyboard. */
export function printedOn(code: string, layout?: ReadonlyMap<string, string>): string {
  return (layout?.get(code) ?? code.slice(3)).toUpperCase();
}

/** A played note, times in s from the start of the take, velocity 0 to 1. */
export interface PlayedNote {
  midi: number;
  onset: number;
  offset: number;
  velocity: number;
}

/** The notes played between Record and Stop, and the gestures on them. */
export interface Take {
  notes: readonly PlayedNote[];
  /** In order of time. */
  gestures?: readonly Gesture[];
  /** s */
  duration: number;
}

/**
 * The essence of a take: its distinct notes, strongest first, 8 at most. Strength is the total of duration times
 * velocity; equal notes are in order of playing. Numbers outside the catalogue are moved to the nearest octave.
 */
export function essenceOfTake(take: Take): NoteCode[] {
  const strength = new Map<NoteCode, number>();
  for (const { midi, onset, offset, velocity } of take.notes) {
    const note = noteCodeOf(midi);
    // Count every note for at least 50 ms: a tap is short.
    strength.set(note, (strength.get(note) ?? 0) + Math.max(0.05, offset - onset) * velocity);
  }
  return [...strength]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_TAKE_ESSENCE)
    .map(([note]) => note);
}

/** Name of every MIDI number 0 to 127 (`C-1` to `G9`), or 'unknown note' for anything else. */
export function nameOfMidi(midi: number): string {
  return Number.isInteger(midi) && midi >= 0 && midi <= 127 ? midiName(midi) : 'unknown note';
}

/** Smaller bends have no mark, cents: a wheel at rest is not quite at 0. */
const LEAST_BEND = 10;

/** The mark of a bent key: an arrow and the name of the sounding pitch; null where it is not bent. */
export function bendMark(midi: number, cents: number): string | null {
  if (Math.abs(cents) < LEAST_BEND) return null;
  return `${cents > 0 ? '↑' : '↓'} ${nameOfMidi(Math.round(midi + cents / 100))}`;
}

/** A code that chooses the category below (Z) or above (X), by position; 0 for other keys. */
export function categoryStep(code: string): -1 | 0 | 1 {
  return code === 'KeyZ' ? -1 : code === 'KeyX' ? 1 : 0;
}

/**
 * On which side of the shown octave a note lies: -1 below, 1 above, 0 inside, or where no octave shows it any nearer.
 */
export function sideOf(midi: number, octave: Octave): -1 | 0 | 1 {
  const lowest = midiOfOffset(octave, 0)!;
  if (midi >= lowest && midi <= lowest + 12) return 0;
  const away = octaveOf(noteCodeOf(midi)) - octave;
  return away < 0 ? -1 : away > 0 ? 1 : 0;
}
