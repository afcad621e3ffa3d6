import type { Take } from '../../domain/keyboard/keyboard.ts';
import type { ToneId } from '../../domain/keyboard/tone.ts';
import { MAX_TAKE_NOTES, MAX_TAKE_SECONDS, type TakeNote } from '../../domain/take/layeredTake.ts';

/** Notes up to this long before the beginning are part of the take, s. */
const EARLY = 0.15;

/** Records played notes. Times are parameters, s, on any steady clock. */
export class TakeRecorder {
  readonly #start: number;
  readonly #room: number;
  readonly #notes: TakeNote[] = [];
  readonly #sounding = new Map<string, TakeNote>();

  /**
   * @param start the time of its beginning
   * @param room maximum number of notes
   */
  constructor(start: number, room: number = MAX_TAKE_NOTES) {
    this.#start = start;
    this.#room = room;
  }

  get count(): number {
    return this.#notes.length;
  }

  /** True when it is full; later notes are dropped. */
  isFull(now: number): boolean {
    return this.#notes.length >= this.#room || now - this.#start >= MAX_TAKE_SECONDS;
  }

  /** Begins a note. `source` distinguishes fingers, keys and devices. */
  noteOn(source: string, midi: number, velocity: number, time: number, tone?: ToneId): void {
    if (this.isFull(time) || time < this.#start - EARLY) return;
    this.noteOff(source, midi, time);
    const onset = Math.max(0, time - this.#start);
    const note: TakeNote = { midi, onset, offset: onset, velocity, ...(tone && { tone }) };
    this.#sounding.set(`${source} ${midi}`, note);
    this.#notes.push(note);
  }

  /** Ends a note; does nothing when it never began. */
  noteOff(source: string, midi: number, time: number): void {
    const key = `${source} ${midi}`;
    const note = this.#sounding.get(key);
    if (note === undefined) return;
    note.offset = this.#endOf(note, time);
    this.#sounding.delete(key);
  }

  /** The take so far, with notes that still sound cut here. */
  soFar(time: number): Take {
    const sounding = new Set(this.#sounding.values());
    const notes = this.#notes.map((note) =>
      sounding.has(note) ? { ...note, offset: this.#endOf(note, time) } : { ...note },
    );
    return { notes, duration: Math.min(MAX_TAKE_SECONDS, Math.max(0, time - this.#start)) };
  }

  /** Ends the take and its sounding notes. */
  finish(time: number): Take {
    const take = this.soFar(time);
    this.#sounding.clear();
    return take;
  }

  #endOf(note: TakeNote, time: number): number {
    return Math.min(MAX_TAKE_SECONDS, Math.max(note.onset, time - this.#start));
  }
}
