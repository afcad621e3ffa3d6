/** The events of a track that determine notes, in order (SMF 1.0, RP-001; MIDI 1.0). */
import type { TrackSpan } from './chunks.ts';

/** `quiet`: all notes of the channel end. `end`: the track is over. */
type TrackEvent = 'strike' | 'release' | 'tempo' | 'quiet' | 'end';

const META_STATUS = 0xff;
const META_END = 0x2f;
const META_TEMPO = 0x51;
/** Controllers that end all notes of a channel: all sound off, all notes off, and the modes that imply it. */
const ALL_SOUND_OFF = 120;
const ALL_NOTES_OFF = 123;
/** The largest delta or length: four bytes of seven bits. */
const MAX_QUANTITY = 0x0fffffff;

const isRealTime = (byte: number): boolean => byte >= 0xf8 && byte < META_STATUS;
/** Data bytes after a status: one for program and channel pressure. */
const dataBytes = (status: number): number => (status >= 0xc0 && status < 0xe0 ? 1 : 2);

/**
 * Reads a track forwards; `advance` goes to the next event. Reads every byte a bounded number of times, never throws
 * and allocates nothing. Skips bytes that do not belong in a file: real-time bytes, bytes without a status, cut
 * messages. Keeps the running status after meta events and exclusive messages, as many writers do.
 */
export class TrackReader {
  kind: TrackEvent = 'end';
  /** Ticks from the beginning of the track to this event. */
  tick = 0;
  channel = 0;
  key = 0;
  /** 1 to 127. */
  velocity = 0;
  /** Microseconds of a beat, above 0. */
  tempo = 0;

  readonly #bytes: Uint8Array;
  readonly #loose: boolean;
  #at: number;
  #end: number;
  #status = 0;

  constructor(bytes: Uint8Array, { from, to, loose }: TrackSpan) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = to;
    this.#loose = loose;
  }

  advance(): void {
    while (this.#at < this.#end) {
      this.tick += this.#number();
      if (this.#message()) return;
    }
    this.kind = 'end';
  }

  /** A variable-length number. */
  #number(): number {
    let value = 0;
    while (this.#at < this.#end) {
      const byte = this.#bytes[this.#at++]!;
      value = ((value << 7) | (byte & 0x7f)) & MAX_QUANTITY;
      if (byte < 0x80) break;
    }
    return value;
  }

  /** Reads to the end of a message; true when it is an event. */
  #message(): boolean {
    while (this.#at < this.#end) {
      const byte = this.#bytes[this.#at]!;
      if (isRealTime(byte)) {
        this.#at++;
        // A delta follows a real event; without one it is inside another message.
        if (this.#deltaFollows()) return false;
        continue;
      }
      if (byte >= 0xf0) return this.#system(byte);
      if (byte >= 0x80) {
        this.#status = byte;
        this.#at++;
      } else if (this.#status === 0) {
        this.#at++;
        continue;
      }
      const status = this.#status;
      const first = this.#data();
      const second = dataBytes(status) === 1 ? 0 : this.#data();
      // Cut by another status: read that next.
      if (first < 0 || second < 0) continue;
      return this.#channelMessage(status, first, second);
    }
    return false;
  }

  /** The next data byte, skipping real-time bytes; -1 at the end. */
  #data(): number {
    while (this.#at < this.#end && isRealTime(this.#bytes[this.#at]!)) this.#at++;
    return this.#at < this.#end && this.#bytes[this.#at]! < 0x80 ? this.#bytes[this.#at++]! : -1;
  }

  /** True when a delta and a message follow, rather than only a message. */
  #deltaFollows(): boolean {
    let at = this.#at;
    // A delta has four bytes at most.
    while (at < this.#at + 3 && at < this.#end && this.#bytes[at]! >= 0x80) at++;
    const byte = this.#bytes[++at]!;
    if (at >= this.#end || byte >= 0xf0) return true;
    const status = byte >= 0x80 ? byte : this.#status;
    const data = byte >= 0x80 ? at + 1 : at;
    if (status === 0) return false;
    for (let i = data; i < data + dataBytes(status) && i < this.#end; i++)
      if (this.#bytes[i]! >= 0x80) return isRealTime(this.#bytes[i]!);
    return true;
  }

  /** A system message. */
  #system(byte: number): boolean {
    this.#at++;
    if (byte === META_STATUS) return this.#meta();
    if (byte === 0xf0 || byte === 0xf7) {
      this.#exclusive();
    } else {
      const data = byte === 0xf2 ? 2 : byte === 0xf1 || byte === 0xf3 ? 1 : 0;
      for (let i = 0; i < data; i++) this.#data();
    }
    return false;
  }

  /** Skips an exclusive message; one with a wrong length ends at its last byte. */
  #exclusive(): void {
    const from = this.#at;
    const length = this.#number();
    if (this.#at + length <= this.#end) {
      this.#at += length;
      return;
    }
    const last = this.#bytes.subarray(0, this.#end).indexOf(0xf7, from);
    this.#at = last < 0 ? this.#end : last + 1;
  }

  #meta(): boolean {
    const type = this.#bytes[this.#at++];
    const length = this.#number();
    const data = this.#at;
    this.#at = Math.min(this.#end, data + length);
    if (type === META_END) {
      // The next message needs its own status.
      this.#status = 0;
      if (this.#loose) this.#end = this.#at;
    }
    // Ignore a tempo of 0 or one that is cut.
    if (type !== META_TEMPO || this.#at - data < 3) return false;
    this.tempo = (this.#bytes[data]! << 16) | (this.#bytes[data + 1]! << 8) | this.#bytes[data + 2]!;
    this.kind = 'tempo';
    return this.tempo > 0;
  }

  #channelMessage(status: number, first: number, second: number): boolean {
    this.channel = status & 0x0f;
    this.key = first;
    this.velocity = second;
    switch (status & 0xf0) {
      case 0x90:
        this.kind = second > 0 ? 'strike' : 'release';
        return true;
      case 0x80:
        this.kind = 'release';
        return true;
      case 0xb0:
        this.kind = 'quiet';
        return first === ALL_SOUND_OFF || first >= ALL_NOTES_OFF;
      default:
        return false;
    }
  }
}

export interface HeapTrack {
  /** Index in the file: at equal ticks, earlier tracks come first. */
  index: number;
  reader: TrackReader;
}

const isBefore = (a: HeapTrack, b: HeapTrack): boolean =>
  a.reader.tick < b.reader.tick || (a.reader.tick === b.reader.tick && a.index < b.index);

/** A binary heap of tracks by the tick of their next event, as a file may have thousands. */
export class TrackHeap<Track extends HeapTrack> {
  readonly #tracks: Track[];

  constructor(tracks: readonly Track[]) {
    this.#tracks = [...tracks];
    for (let i = (tracks.length >> 1) - 1; i >= 0; i--) this.#sink(i);
  }

  first(): Track | null {
    return this.#tracks[0] ?? null;
  }

  /** Restores the order after the first track's tick has changed. */
  settleFirst(): void {
    this.#sink(0);
  }

  removeFirst(): void {
    const last = this.#tracks.pop();
    if (last === undefined || this.#tracks.length === 0) return;
    this.#tracks[0] = last;
    this.#sink(0);
  }

  #sink(from: number): void {
    const tracks = this.#tracks;
    const track = tracks[from];
    if (track === undefined) return;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < tracks.length && isBefore(tracks[child + 1]!, tracks[child]!)) child++;
      if (child >= tracks.length || !isBefore(tracks[child]!, track)) break;
      tracks[at] = tracks[child]!;
      at = child;
    }
    tracks[at] = track;
  }
}
