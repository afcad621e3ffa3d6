import { perfumeNoteOf } from '../../../../fragrance/domain/index.ts';
import { midiName, noteCodeOf, type NoteCode } from '../../../../../core/pitch/pitch.ts';
import { noteVariables } from '../../../../fragrance/parts/index.ts';

/** A note stays on the sheet this long after its end, s. */
export const HOLD_S = 0.6;
/** Minimum interval of announcements for screen readers, s. */
export const ANNOUNCE_EVERY_S = 3;

export interface ReadoutParts {
  note: HTMLElement;
  perfume: HTMLElement;
  cents: HTMLElement;
  needle: HTMLElement;
  essence: HTMLElement;
  spoken: HTMLElement;
}

export interface ReadoutNotes {
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
  #said = '';

  constructor(parts: ReadoutParts) {
    this.#parts = parts;
  }

  /** @param time seconds on a monotonic clock */
  update({ midi, essence }: ReadoutNotes, time: number): void {
    this.#showPitch(midi, time);
    this.#showEssence(essence);
    this.#speak(essence, time);
  }

  clear(): void {
    const { note, perfume, cents, essence, spoken } = this.#parts;
    note.textContent = '';
    perfume.textContent = '';
    cents.textContent = '';
    essence.replaceChildren();
    spoken.textContent = '';
    this.#note = '';
    this.#essence = '';
    this.#said = '';
    this.#heardAt = -Infinity;
    this.#spokenAt = -Infinity;
  }

  #showPitch(midi: number | null, time: number): void {
    const { note, perfume, cents, needle } = this.#parts;
    if (midi === null) {
      if (time - this.#heardAt < HOLD_S) return;
      if (this.#note === '...') return;
      this.#note = '...';
      note.textContent = '...';
      note.removeAttribute('style');
      perfume.textContent = 'Sing, hum or play';
      cents.textContent = '';
      needle.style.opacity = '0';
      return;
    }
    this.#heardAt = time;
    const name = midiName(midi);
    const off = Math.round((midi - Math.round(midi)) * 100);
    if (name !== this.#note) {
      this.#note = name;
      const code = noteCodeOf(midi);
      note.textContent = name;
      for (const [property, value] of Object.entries(noteVariables(code))) note.style.setProperty(property, value);
      perfume.textContent = perfumeNoteOf(code).name;
    }
    const sign = off > 0 ? '+' : off < 0 ? '−' : '±';
    const text = `${sign}${Math.abs(off)} cents`;
    if (cents.textContent !== text) cents.textContent = text;
    needle.style.opacity = '1';
    needle.style.transform = `translateX(${off}px)`;
  }

  #showEssence(essence: readonly NoteCode[]): void {
    const key = essence.join(' ');
    if (key === this.#essence) return;
    this.#essence = key;
    const list = this.#parts.essence;
    const kept = new Map([...list.children].map((item) => [(item as HTMLElement).dataset['note'], item]));
    list.replaceChildren(...essence.map((code) => kept.get(code) ?? chip(code)));
  }

  #speak(essence: readonly NoteCode[], time: number): void {
    if (essence.length === 0 || time - this.#spokenAt < ANNOUNCE_EVERY_S) return;
    const text = `Heard so far: ${essence.map((code) => `${code} ${perfumeNoteOf(code).name}`).join(', ')}.`;
    if (text === this.#said) return;
    this.#said = text;
    this.#spokenAt = time;
    this.#parts.spoken.textContent = text;
  }
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
