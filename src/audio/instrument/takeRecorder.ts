import type { PlayedNote, Take } from '../../domain/pitch/keyboard.ts';

/** Notes and length (s) that a take holds at most: a quarter of an hour of fast playing. */
export const MAX_TAKE_NOTES = 5000;
export const MAX_TAKE_SECONDS = 900;

/** Writes down what is played. Times are handed in, s, on any steady clock. */
export class TakeRecorder {
  readonly #start: number;
  readonly #notes: PlayedNote[] = [];
  readonly #sounding = new Map<string, PlayedNote>();

  constructor(start: number) {
    this.#start = start;
  }

  get count(): number {
    return this.#notes.length;
  }

  /** True when it holds all it can; later notes are not written. */
  isFull(now: number): boolean {
    return this.#notes.length >= MAX_TAKE_NOTES || now - this.#start >= MAX_TAKE_SECONDS;
  }

  /** A note begins. `source` tells fingers, keys and devices apart. */
  noteOn(source: string, midi: number, velocity: number, time: number): void {
    if (this.isFull(time)) return;
    this.noteOff(source, midi, time);
    const onset = Math.max(0, time - this.#start);
    const note = { midi, onset, offset: onset, velocity };
    this.#sounding.set(`${source} ${midi}`, note);
    this.#notes.push(note);
  }

  /** A note ends; harmless when it never began. */
  noteOff(source: string, midi: number, time: number): void {
    const key = `${source} ${midi}`;
    const note = this.#sounding.get(key);
    if (note === undefined) return;
    note.offset = Math.max(note.onset, time - this.#start);
    this.#sounding.delete(key);
  }

  /** Ends the take; notes that still sound end with it. */
  finish(time: number): Take {
    for (const note of this.#sounding.values()) note.offset = Math.max(note.onset, time - this.#start);
    this.#sounding.clear();
    return { notes: this.#notes.map((note) => ({ ...note })), duration: Math.max(0, time - this.#start) };
  }
}
