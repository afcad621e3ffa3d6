import type { Take } from '#features/instruments/domain/keyboard/keyboard.ts';
import type { ToneId } from '#features/instruments/domain/keyboard/tone.ts';
import {
  CONTROL_NAMES,
  MAX_TAKE_CHANNELS,
  MAX_TAKE_GESTURES,
  DEFAULT_CONTROLS,
  type Control,
  type Gesture,
} from '#features/instruments/domain/take/gestures.ts';
import { MAX_TAKE_NOTES, MAX_TAKE_SECONDS, type TakeNote } from '#features/instruments/domain/take/recordedTake.ts';

/** Notes up to this long before the beginning are part of the take, s. */
const MAX_EARLY_S = 0.15;

/** Changes of a control within this time are one, s: the resolution of a fast wheel. */
const GESTURE_STEP = 0.01;

/** Records played notes and gestures, each in constant time. Times are parameters, s, on any steady clock. */
export class TakeRecorder {
  readonly #start: number;
  readonly #notes: TakeNote[] = [];
  readonly #sounding = new Map<string, TakeNote>();
  readonly #gestures: Gesture[] = [];
  /** Source of each note, and the channels of the sources with gestures. */
  readonly #sources: string[] = [];
  readonly #channels = new Map<string, number>();
  /** The last gesture of each control of each channel. */
  readonly #last = new Map<number, Gesture>();

  /**
   * @param start the time of its beginning
   * @param gestureRoom maximum number of gestures
   */
  constructor(
    start: number,
    readonly gestureRoom: number = MAX_TAKE_GESTURES,
  ) {
    this.#start = start;
  }

  get count(): number {
    return this.#notes.length;
  }

  /** True when it is full; later notes and gestures are dropped. */
  isFull(now: number): boolean {
    const isCrowded = this.#notes.length >= MAX_TAKE_NOTES || this.#gestures.length >= this.gestureRoom;
    return isCrowded || now - this.#start >= MAX_TAKE_SECONDS;
  }

  /** Begins a note. `source` distinguishes fingers, keys and devices. */
  noteOn(source: string, midi: number, velocity: number, time: number, tone?: ToneId): void {
    if (this.isFull(time) || time < this.#start - MAX_EARLY_S) return;
    this.noteOff(source, midi, time);
    const onset = Math.max(0, time - this.#start);
    const note: TakeNote = { midi, onset, offset: onset, velocity, ...(tone && { tone }) };
    this.#sounding.set(`${source} ${midi}`, note);
    this.#notes.push(note);
    this.#sources.push(source);
  }

  /**
   * Records a change of a control; one from before the beginning holds from there on.
   * @param midi the key of `key`
   */
  gesture(source: string, control: Control, value: number, time: number, midi?: number): void {
    if (this.isFull(time)) return;
    const channel = this.#channels.get(source) ?? this.#channels.size;
    if (channel >= MAX_TAKE_CHANNELS) return;
    const name = (channel * CONTROL_NAMES.length + CONTROL_NAMES.indexOf(control)) * 128 + (midi ?? 0);
    const at = Math.max(0, time - this.#start);
    const before = this.#last.get(name);
    if (value === (before?.value ?? DEFAULT_CONTROLS[control])) return;
    if (before !== undefined && at - before.time < GESTURE_STEP) {
      before.value = value;
      return;
    }
    const gesture: Gesture = { time: at, channel, control, value, ...(midi !== undefined && { midi }) };
    this.#channels.set(source, channel);
    this.#last.set(name, gesture);
    this.#gestures.push(gesture);
  }

  /**
   * Records that the key of a note went up, which a pedal may hold longer; does nothing when it never began.
   * @param release velocity of the key on its way up, 0 to 1
   */
  keyUp(source: string, midi: number, release: number, time: number): void {
    const note = this.#sounding.get(`${source} ${midi}`);
    if (note === undefined) return;
    note.keyUp = this.#endOf(note, time);
    note.release = release;
  }

  /** Ends a note; does nothing when it never began. */
  noteOff(source: string, midi: number, time: number): void {
    const key = `${source} ${midi}`;
    const note = this.#sounding.get(key);
    if (note === undefined) return;
    note.offset = this.#endOf(note, time);
    // No pedal held it longer than its key.
    if (note.keyUp === note.offset) delete note.keyUp;
    this.#sounding.delete(key);
  }

  /** The take so far, with notes that still sound cut here. */
  soFar(time: number): Take {
    const sounding = new Set(this.#sounding.values());
    const notes = this.#notes.map((note, i): TakeNote => {
      const channel = this.#channels.get(this.#sources[i]!);
      const offset = sounding.has(note) ? this.#endOf(note, time) : note.offset;
      return { ...note, offset, ...(channel !== undefined && { channel }) };
    });
    const duration = Math.min(MAX_TAKE_SECONDS, Math.max(0, time - this.#start));
    if (this.#gestures.length === 0) return { notes, duration };
    return { notes, gestures: this.#gestures.map((gesture) => ({ ...gesture })), duration };
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
