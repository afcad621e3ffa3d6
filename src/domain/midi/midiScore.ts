/** The notes of a MIDI file, whatever wrote it. */
import { coded } from '../errors.ts';
import { chunksOf, type Chunks } from './chunks.ts';
import { smfIn } from './container.ts';
import { HeldKeys } from './heldKeys.ts';
import { MAX_MIDI_BYTES, MAX_MIDI_NOTES, MAX_MIDI_SECONDS } from './limits.ts';
import { TempoClock, USUAL_BPM } from './tempoClock.ts';
import { TrackHeap, type HeapTrack } from './trackHeap.ts';
import { TrackReader } from './trackReader.ts';

/** A note of a score; times in s from its beginning. */
export interface ScoreNote {
  /** MIDI number, 0 to 127; of a drum, its place in the General MIDI percussion map. */
  midi: number;
  onset: number;
  offset: number;
  /** Above 0, and up to 1. */
  velocity: number;
  /** Its onset in beats (quarter notes), which a change of tempo does not move. */
  beat: number;
}

/** Why a score is not whole: it has more notes than are read, or is longer. */
export type ScoreCut = 'notes' | 'length';

export interface MidiScore {
  /** In the order of their onsets. */
  notes: ScoreNote[];
  /** What is struck on channel 10, which General MIDI keeps for percussion: its numbers are no pitches. */
  drums: ScoreNote[];
  /** When the last note or drum ends, s. */
  duration: number;
  /** The tempo where the first note is struck, beats a minute. */
  bpm: number;
  /** Null when the whole file was read. */
  cut: ScoreCut | null;
}

/** What is read at most; the limits of the product by default. */
export interface ScoreLimits {
  bytes: number;
  /** Notes and drums. */
  notes: number;
  /** s */
  seconds: number;
}
const LIMITS: ScoreLimits = { bytes: MAX_MIDI_BYTES, notes: MAX_MIDI_NOTES, seconds: MAX_MIDI_SECONDS };

/** A note must last to be seen and heard, s. */
const MIN_NOTE_SECONDS = 0.03;
/** Channel 10, from 0. */
const DRUMS = 9;
/** The format of patterns that are independent of each other: they are read as one after the other. */
const PATTERNS = 2;

/**
 * Reads a MIDI file, or what there is of it: as much as can be understood of a file that is damaged, cut off, packed into
 * another, or not quite what the specification asks for. It takes time in proportion to the bytes, and ends with the
 * limits. Every key that is struck is a note.
 * @throws CodedError `not_midi`: another kind of file; `too_large`: more bytes than the limit
 */
export function readMidi(bytes: Uint8Array, limits: Partial<ScoreLimits> = {}): MidiScore {
  const { bytes: most, ...rest } = { ...LIMITS, ...limits };
  if (bytes.length > most) throw coded('too_large', `A MIDI file of more than ${most} bytes.`);
  const file = smfIn(bytes);
  const chunks = file && chunksOf(file);
  if (file === null || chunks === null) throw coded('not_midi', 'No Standard MIDI File in it.');
  return new ScoreReader(file, chunks, rest).read();
}

/** A track with the keys that are down in it; most tracks are short, and some have none. */
interface Part extends HeapTrack {
  keys: HeldKeys | null;
}

class ScoreReader {
  readonly #file: Uint8Array;
  readonly #chunks: Chunks;
  readonly #limits: Omit<ScoreLimits, 'bytes'>;
  readonly #notes: ScoreNote[] = [];
  readonly #drums: ScoreNote[] = [];
  #clock: TempoClock;
  /** The tick of the first note, Infinity before. */
  #first = Infinity;
  #bpm = USUAL_BPM;
  #cut: ScoreCut | null = null;

  constructor(file: Uint8Array, chunks: Chunks, limits: Omit<ScoreLimits, 'bytes'>) {
    this.#file = file;
    this.#chunks = chunks;
    this.#limits = limits;
    this.#clock = new TempoClock(chunks.division);
  }

  read(): MidiScore {
    const { division, format, tracks } = this.#chunks;
    if (format === PATTERNS) {
      for (const [index, span] of tracks.entries()) {
        const end = this.#play([{ index, reader: new TrackReader(this.#file, span), keys: null }]);
        if (this.#cut !== null) break;
        this.#clock = new TempoClock(division, this.#clock.secondsAt(end), this.#clock.beatAt(end));
      }
    } else {
      this.#play(tracks.map((span, index) => ({ index, reader: new TrackReader(this.#file, span), keys: null })));
    }
    const { seconds } = this.#limits;
    let duration = 0;
    for (const notes of [this.#notes, this.#drums]) {
      for (const note of notes) {
        note.offset = Math.min(seconds, Math.max(note.offset, note.onset + MIN_NOTE_SECONDS));
        duration = Math.max(duration, note.offset);
      }
    }
    return { notes: this.#notes, drums: this.#drums, duration, bpm: this.#bpm, cut: this.#cut };
  }

  /** Plays tracks together from tick 0 on. @returns the tick of their end */
  #play(parts: Part[]): number {
    for (const { reader } of parts) reader.advance();
    const heap = new TrackHeap(parts);
    let tick = 0;
    for (let part = heap.first(); part !== null && this.#cut === null; part = heap.first()) {
      ({ tick } = part.reader);
      if (part.reader.kind === 'end') {
        part.keys?.finish(this.#clock.secondsAt(tick));
        heap.removeFirst();
      } else {
        this.#take(part);
        part.reader.advance();
        heap.settleFirst();
      }
    }
    // What the limits have cut off ends there.
    for (const { keys } of parts) keys?.finish(this.#clock.secondsAt(tick));
    return tick;
  }

  #take(part: Part): void {
    const { kind, tick, channel, key, velocity, tempo } = part.reader;
    switch (kind) {
      case 'tempo':
        this.#clock.setTempo(tick, tempo);
        if (tick <= this.#first) this.#bpm = this.#clock.bpm;
        return;
      case 'strike':
        this.#strike(part, tick, channel, key, velocity);
        return;
      case 'release':
        part.keys?.release(channel, key, this.#clock.secondsAt(tick));
        return;
      case 'quiet':
        part.keys?.quiet(channel, this.#clock.secondsAt(tick));
        return;
      case 'end':
        return;
      default:
        kind satisfies never;
    }
  }

  #strike(part: Part, tick: number, channel: number, midi: number, velocity: number): void {
    const onset = this.#clock.secondsAt(tick);
    if (onset >= this.#limits.seconds) this.#cut = 'length';
    else if (this.#notes.length + this.#drums.length >= this.#limits.notes) this.#cut = 'notes';
    if (this.#cut !== null) return;
    this.#first = Math.min(this.#first, tick);
    const note = { midi, onset, offset: Infinity, velocity: velocity / 127, beat: this.#clock.beatAt(tick) };
    (channel === DRUMS ? this.#drums : this.#notes).push(note);
    part.keys ??= new HeldKeys();
    part.keys.strike(channel, midi, note);
  }
}
