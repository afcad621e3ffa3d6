/** The notes of any MIDI file. */
import { codedError } from '#core/values/errors.ts';
import { chunksOf, type Chunks, type Division, smfIn } from './chunks.ts';
import { HeldKeys } from './heldKeys.ts';
import { MAX_MIDI_BYTES, MAX_MIDI_NOTES, MAX_MIDI_SECONDS } from './limits.ts';
import { TrackHeap, type HeapTrack, TrackReader } from './trackReader.ts';

/** Default tempo (SMF 1.0, RP-001), beats a minute, also for files in seconds. */
const USUAL_BPM = 120;

/** Converts ticks to seconds and beats. Call in order of time. */
class TempoClock {
  /** Microseconds of a beat. */
  #tempo = 60_000_000 / USUAL_BPM;
  readonly #division: Division;
  /** Time of `#tick`, s. */
  #begin: number;
  readonly #beginBeat: number;
  /** Tick of the last change of tempo. */
  #tick = 0;

  /**
   * @param begin time of tick 0, s
   * @param beginBeat the same in beats
   */
  constructor(division: Division, begin = 0, beginBeat = 0) {
    this.#division = division;
    this.#begin = begin;
    this.#beginBeat = beginBeat;
  }

  /** Current tempo, beats a minute. */
  get bpm(): number {
    return 60_000_000 / this.#tempo;
  }

  /** Time of a tick, s. */
  secondsAt(tick: number): number {
    return this.#begin + (tick - this.#tick) * this.#tickSeconds();
  }

  /** Beats (quarter notes) from the beginning. */
  beatAt(tick: number): number {
    const division = this.#division;
    if (division.kind === 'beats') return this.#beginBeat + tick / division.ticksPerBeat;
    return this.#beginBeat + ((tick / division.ticksPerSecond) * USUAL_BPM) / 60;
  }

  /** @param tempo microseconds of a beat, above 0 */
  setTempo(tick: number, tempo: number): void {
    if (this.#division.kind === 'seconds') return;
    this.#begin = this.secondsAt(tick);
    this.#tick = tick;
    this.#tempo = tempo;
  }

  #tickSeconds(): number {
    const division = this.#division;
    return division.kind === 'seconds' ? 1 / division.ticksPerSecond : this.#tempo / 1_000_000 / division.ticksPerBeat;
  }
}

/** A note of a score; times in s from its beginning. */
export interface ScoreNote {
  /** MIDI number, 0 to 127; for drums the key in the General MIDI percussion map. */
  midi: number;
  onset: number;
  offset: number;
  /** Above 0, and up to 1. */
  velocity: number;
  /** Onset in beats (quarter notes), independent of tempo. */
  beat: number;
}

/** Reason for which a score is cut: too many notes, or too long. */
export type ScoreLimit = 'notes' | 'length';

export interface MidiScore {
  /** In order of onset. */
  notes: ScoreNote[];
  /** Strikes on channel 10, General MIDI's percussion: their numbers are not pitches. */
  drums: ScoreNote[];
  /** End of the last note or drum, s. */
  duration: number;
  /** Tempo at the first note, beats a minute. */
  bpm: number;
  /** Null when the whole file was read. */
  truncatedBy: ScoreLimit | null;
}

/** Limits of reading; those of the product by default. */
interface ScoreLimits {
  bytes: number;
  /** Notes and drums. */
  notes: number;
  /** s */
  seconds: number;
}
const FILE_LIMITS: ScoreLimits = { bytes: MAX_MIDI_BYTES, notes: MAX_MIDI_NOTES, seconds: MAX_MIDI_SECONDS };

/** Minimum length of a note, to be visible and audible, s. */
const MIN_NOTE_SECONDS = 0.03;
/** Channel 10, from 0. */
const DRUM_CHANNEL = 9;
/** The format of independent patterns, read one after the other. */
const PATTERN_FORMAT = 2;

/**
 * Reads a MIDI file, or the readable part of a file that is damaged, cut off, embedded in another or slightly invalid.
 * Takes time proportional to the bytes and stops at the limits. Every strike is a note.
 * @throws CodedError `not_midi`: another kind of file; `too_large`: more bytes than the limit
 */
export function readMidi(bytes: Uint8Array, limits: Partial<ScoreLimits> = {}): MidiScore {
  const { bytes: most, ...rest } = { ...FILE_LIMITS, ...limits };
  if (bytes.length > most) throw codedError('too_large', `A MIDI file of more than ${most} bytes.`);
  const file = smfIn(bytes);
  const chunks = file && chunksOf(file);
  if (file === null || chunks === null) throw codedError('not_midi', 'No Standard MIDI File in it.');
  return new ScoreReader(file, chunks, rest).read();
}

/** A track with its held keys; created on demand, as most tracks are short or empty. */
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
  /** Tick of the first note; Infinity before it. */
  #first = Infinity;
  #bpm = USUAL_BPM;
  #truncatedBy: ScoreLimit | null = null;

  constructor(file: Uint8Array, chunks: Chunks, limits: Omit<ScoreLimits, 'bytes'>) {
    this.#file = file;
    this.#chunks = chunks;
    this.#limits = limits;
    this.#clock = new TempoClock(chunks.division);
  }

  read(): MidiScore {
    const { division, format, tracks } = this.#chunks;
    if (format === PATTERN_FORMAT) {
      for (const [index, span] of tracks.entries()) {
        const end = this.#play([{ index, reader: new TrackReader(this.#file, span), keys: null }]);
        if (this.#truncatedBy !== null) break;
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
    return { notes: this.#notes, drums: this.#drums, duration, bpm: this.#bpm, truncatedBy: this.#truncatedBy };
  }

  /** Plays tracks together from tick 0 on. @returns the tick of their end */
  #play(parts: Part[]): number {
    for (const { reader } of parts) reader.advance();
    const heap = new TrackHeap(parts);
    let tick = 0;
    for (let part = heap.first(); part !== null && this.#truncatedBy === null; part = heap.first()) {
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
    // End held notes where the limits cut the score.
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
        part.keys?.releaseChannel(channel, this.#clock.secondsAt(tick));
        return;
      case 'end':
        return;
      default:
        kind satisfies never;
    }
  }

  #strike(part: Part, tick: number, channel: number, midi: number, velocity: number): void {
    const onset = this.#clock.secondsAt(tick);
    if (onset >= this.#limits.seconds) this.#truncatedBy = 'length';
    else if (this.#notes.length + this.#drums.length >= this.#limits.notes) this.#truncatedBy = 'notes';
    if (this.#truncatedBy !== null) return;
    this.#first = Math.min(this.#first, tick);
    const note = { midi, onset, offset: Infinity, velocity: velocity / 127, beat: this.#clock.beatAt(tick) };
    (channel === DRUM_CHANNEL ? this.#drums : this.#notes).push(note);
    part.keys ??= new HeldKeys();
    part.keys.strike(channel, midi, note);
  }
}
