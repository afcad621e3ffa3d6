import type { Take } from '../../domain/instruments/keyboard.ts';
import type { ToneId } from '../../domain/instruments/tone.ts';
import { MAX_TAKE_NOTES, MAX_TAKE_SECONDS, type TakeNote } from '../../domain/take/layeredTake.ts';

/** A note that comes so much before the beginning was meant for it, s; what comes earlier is no part of the take. */
const EARLY = 0.15;

/** Writes down what is played. Times are handed in, s, on any steady clock. */
export class TakeRecorder {
  readonly #start: number;
  readonly #room: number;
  readonly #notes: TakeNote[] = [];
  readonly #sounding = new Map<string, TakeNote>();

  /**
   * @param start the time of its beginning
   * @param room how many notes it may hold
   */
  constructor(start: number, room: number = MAX_TAKE_NOTES) {
    this.#start = start;
    this.#room = room;
  }

  get count(): number {
    return this.#notes.length;
  }

  /** True when it holds all it can; later notes are not written. */
  isFull(now: number): boolean {
    return this.#notes.length >= this.#room || now - this.#start >= MAX_TAKE_SECONDS;
  }

  /** A note begins. `source` tells fingers, keys and devices apart. */
  noteOn(source: string, midi: number, velocity: number, time: number, tone?: ToneId): void {
    if (this.isFull(time) || time < this.#start - EARLY) return;
    this.noteOff(source, midi, time);
    const onset = Math.max(0, time - this.#start);
    const note: TakeNote = { midi, onset, offset: onset, velocity, ...(tone && { tone }) };
    this.#sounding.set(`${source} ${midi}`, note);
    this.#notes.push(note);
  }

  /** A note ends; harmless when it never began. */
  noteOff(source: string, midi: number, time: number): void {
    const key = `${source} ${midi}`;
    const note = this.#sounding.get(key);
    if (note === undefined) return;
    note.offset = this.#endOf(note, time);
    this.#sounding.delete(key);
  }

  /** What is written so far; notes that still sound end here in it. */
  soFar(time: number): Take {
    const sounding = new Set(this.#sounding.values());
    const notes = this.#notes.map((note) =>
      sounding.has(note) ? { ...note, offset: this.#endOf(note, time) } : { ...note },
    );
    return { notes, duration: Math.min(MAX_TAKE_SECONDS, Math.max(0, time - this.#start)) };
  }

  /** Ends the take; notes that still sound end with it. */
  finish(time: number): Take {
    const take = this.soFar(time);
    this.#sounding.clear();
    return take;
  }

  #endOf(note: TakeNote, time: number): number {
    return Math.min(MAX_TAKE_SECONDS, Math.max(note.onset, time - this.#start));
  }
}
