import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { midiName, noteCodeOf, type NoteCode } from '#analysis/values/pitch.ts';
import { noteVariables } from '#features/fragrance/components/notes/noteStyle.ts';

/** A note stays on the sheet this long after its end, s. */
export const HOLD_S = 0.6;
/** Minimum interval of announcements for screen readers, s. */
const ANNOUNCE_EVERY_S = 3;
/** The chips change their order this long after the last change at the earliest, s. */
const ORDER_EVERY_S = 1;
/** Number of materials that are named behind the leading one. */
const NAMED_BEHIND = 2;
/** Words for a sound without a leading note. */
const SOUND_DESCRIPTIONS = {
  'not begun': ['', 'Your flower grows here.'],
  unknown: ['...', 'Finding your notes'],
  silence: ['Silence', 'No sound was heard'],
  'no pitch': ['~', 'No clear pitch: its texture becomes your notes'],
  'engine failed': ['~', 'Your browser could not analyze this sound: its texture becomes your notes'],
} as const;

interface ReadoutParts {
  note: HTMLElement;
  perfume: HTMLElement;
  /** The materials behind the leading one. */
  behind: HTMLElement;
  essence: HTMLElement;
  spoken: HTMLElement;
}

interface ReadoutNotes {
  /** MIDI number, may be fractional; null where nothing is voiced. */
  midi: number | null;
  essence: readonly NoteCode[];
}

/**
 * Writes the current notes directly into their elements: thirty changes a second are too many for React. Touches an
 * element only when its text changes.
 */
export class Readout {
  readonly #parts: ReadoutParts;
  #heardAt = -Infinity;
  #spokenAt = -Infinity;
  #note = '';
  #essence = '';
  #orderedAt = -Infinity;
  readonly #entered = new Set<NoteCode>();
  #announced = '';

  constructor(parts: ReadoutParts) {
    this.#parts = parts;
  }

  /** @param time seconds on a monotonic clock */
  update({ midi, essence }: ReadoutNotes, time: number): void {
    this.#showPitch(midi, time);
    this.#showEssence(essence, time);
    this.#speak(essence, time);
  }

  /** Shows the strongest note of a recorded sound in place of its pitch, and the materials behind it. */
  lead([first, ...otherNotes]: readonly NoteCode[]): void {
    if (first === undefined) return;
    this.#showNote(first, first);
    const behind = otherNotes.slice(0, NAMED_BEHIND).map((code) => perfumeNoteOf(code).name);
    this.#parts.behind.textContent = behind.length === 0 ? '' : `leads, then ${behind.join(' and ')}`;
    // The next recording writes its own.
    this.#note = '';
  }

  /** Words for why no note leads the sound. */
  describe(reason: keyof typeof SOUND_DESCRIPTIONS): void {
    const [note, words] = SOUND_DESCRIPTIONS[reason];
    this.#showWords(note, words);
    this.#note = '';
  }

  clear(): void {
    const { note, perfume, behind, essence, spoken } = this.#parts;
    note.textContent = '';
    perfume.textContent = '';
    behind.textContent = '';
    essence.replaceChildren();
    spoken.textContent = '';
    this.#note = '';
    this.#essence = '';
    this.#orderedAt = -Infinity;
    this.#entered.clear();
    this.#announced = '';
    this.#heardAt = -Infinity;
    this.#spokenAt = -Infinity;
  }

  #showPitch(midi: number | null, time: number): void {
    if (midi === null) {
      if (time - this.#heardAt >= HOLD_S && this.#note !== '...') this.#showWords('...', 'Speak, sing or hum');
      return;
    }
    this.#heardAt = time;
    const name = midiName(midi);
    if (name !== this.#note) this.#showNote(name, noteCodeOf(midi));
  }

  #showWords(name: string, words: string): void {
    const { note, perfume, behind } = this.#parts;
    this.#note = name;
    note.textContent = name;
    note.removeAttribute('style');
    perfume.textContent = words;
    behind.textContent = '';
  }

  #showNote(name: string, code: NoteCode): void {
    const { note, perfume, behind } = this.#parts;
    this.#note = name;
    note.textContent = name;
    behind.textContent = '';
    for (const [property, value] of Object.entries(noteVariables(code))) note.style.setProperty(property, value);
    perfume.textContent = perfumeNoteOf(code).name;
  }

  #showEssence(ranked: readonly NoteCode[], time: number): void {
    const settled = time >= this.#orderedAt + ORDER_EVERY_S;
    const essence = settled ? ranked : inOrderOf(this.#essence.split(' '), ranked);
    const key = essence.join(' ');
    if (key === this.#essence) return;
    if (settled) this.#orderedAt = time;
    this.#essence = key;
    const list = this.#parts.essence;
    const itemsOfNote = new Map(([...list.children] as HTMLElement[]).map((item) => [item.dataset['note'], item]));
    for (const item of itemsOfNote.values()) delete item.dataset['entering'];
    list.replaceChildren(...essence.map((code) => itemsOfNote.get(code) ?? this.#enter(code)));
  }

  /** A chip; a note enters once, so that one at the edge of the list does not blink. */
  #enter(code: NoteCode): HTMLElement {
    const item = chip(code);
    if (!this.#entered.has(code)) item.dataset['entering'] = '';
    this.#entered.add(code);
    return item;
  }

  #speak(essence: readonly NoteCode[], time: number): void {
    if (essence.length === 0 || time - this.#spokenAt < ANNOUNCE_EVERY_S) return;
    const text = `Heard so far: ${essence.map((code) => `${code} ${perfumeNoteOf(code).name}`).join(', ')}.`;
    if (text === this.#announced) return;
    this.#announced = text;
    this.#spokenAt = time;
    this.#parts.spoken.textContent = text;
  }
}

/** The notes in the order in which they are shown; those that are not come last. */
function inOrderOf(shown: readonly string[], ranked: readonly NoteCode[]): NoteCode[] {
  const placeOf = (code: NoteCode): number => (shown.includes(code) ? shown.indexOf(code) : shown.length);
  return ranked.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function chip(code: NoteCode): HTMLElement {
  const item = document.createElement('li');
  item.dataset['note'] = code;
  for (const [property, value] of Object.entries(noteVariables(code))) item.style.setProperty(property, value);
  const name = document.createElement('strong');
  name.textContent = code;
  const perfume = document.createElement('span');
  perfume.textContent = perfumeNoteOf(code).name;
  item.append(name, perfume);
  return item;
}
