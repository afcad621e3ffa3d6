/**
 * Pitch names and numbers: scientific pitch notation, twelve-tone equal temperament,
 * A4 = 440 Hz, MIDI 60 = C4. The catalogue spans C0 (MIDI 12, 16.35 Hz) to B8 (MIDI 119).
 */

const PITCH_CLASSES = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const;
type PitchClass = (typeof PITCH_CLASSES)[number];

export const OCTAVES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Octave = (typeof OCTAVES)[number];

/** A catalogue note such as `C4` or `C#4`; sharps only, octave 0 to 8. */
export type NoteCode = `${PitchClass}${Octave}`;

/** Concert pitch, Hz. */
const A4_HZ = 440;
/** MIDI numbers of the lowest and highest catalogue note. */
export const LOWEST_MIDI = 12;
export const HIGHEST_MIDI = 119;

const NOTE_CODE = /^([A-G]#?)([0-8])$/;

/** True for exactly the 108 codes of the catalogue (`E#4`, `Cb4`, `C9` are not). */
export function isNoteCode(value: unknown): value is NoteCode {
  const match = typeof value === 'string' ? NOTE_CODE.exec(value) : null;
  return match !== null && (PITCH_CLASSES as readonly string[]).includes(match[1]!);
}

/** MIDI number (12 to 119) of a note code. */
export function midiOf(code: NoteCode): number {
  return PITCH_CLASSES.indexOf(code.slice(0, -1) as PitchClass) + 12 * (octaveOf(code) + 1);
}

/** Octave (0 to 8) of a note code. */
export function octaveOf(code: NoteCode): Octave {
  return Number(code.slice(-1)) as Octave;
}

/** Name of any MIDI number, rounded to the nearest semitone: 60 is `C4`, 0 is `C-1`, 127 is `G9`. */
export function midiName(midi: number): string {
  const n = Math.round(midi);
  return `${PITCH_CLASSES[((n % 12) + 12) % 12]}${Math.floor(n / 12) - 1}`;
}

/**
 * The catalogue note of a MIDI number, rounded to the nearest semitone; numbers outside C0..B8 are moved by octaves
 * into the nearest one.
 */
export function noteCodeOf(midi: number): NoteCode {
  let n = Math.round(midi);
  while (n < LOWEST_MIDI) n += 12;
  while (n > HIGHEST_MIDI) n -= 12;
  return midiName(n) as NoteCode;
}

/** Frequency in Hz of a (possibly fractional) MIDI number. */
export function hzOfMidi(midi: number): number {
  return A4_HZ * 2 ** ((midi - 69) / 12);
}

/** Fractional MIDI number of a frequency in Hz (> 0). */
export function midiOfHz(hz: number): number {
  return 69 + 12 * Math.log2(hz / A4_HZ);
}

/** Frequency in Hz of a catalogue note. */
export function hzOf(code: NoteCode): number {
  return hzOfMidi(midiOf(code));
}

/** Partials above the first that count as overtones of a note. */
const HIGHEST_OVERTONE = 8;

/** True when a note lies where an overtone of another rings, up to its eighth partial. */
export function isOvertoneOf(note: NoteCode, of: NoteCode): boolean {
  const above = midiOf(note) - midiOf(of);
  for (let partial = 2; partial <= HIGHEST_OVERTONE; partial++)
    if (Math.round(12 * Math.log2(partial)) === above) return true;
  return false;
}

/** Order by pitch, lowest first; for `Array.prototype.sort`. */
export function byPitch(a: NoteCode, b: NoteCode): number {
  return midiOf(a) - midiOf(b);
}

/** All 108 codes, C0 to B8. */
export const NOTE_CODES: readonly NoteCode[] = Array.from(
  { length: HIGHEST_MIDI - LOWEST_MIDI + 1 },
  (_, i) => midiName(LOWEST_MIDI + i) as NoteCode,
);
