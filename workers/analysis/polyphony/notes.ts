import { PARAMETERS } from './parameters.ts';

const { rate, note: P, spectrum, template } = PARAMETERS;
const HOP = spectrum.hop / rate;
const REACH = Math.max(1, Math.round(P.reach / HOP));
const STRETCH = Math.round(P.stretch / HOP);
const FORGET = Math.exp(-HOP / P.memory);
/** Activations that are kept, in steps: a rise is judged against its neighbours' rises. */
const KEPT = 4 * REACH + 2;
/** Common onsets that are kept; at most 20 a second are found. */
const ONSETS = 16;

/** A note of the polyphonic ear. Times in s. */
export interface PolyphonicNote {
  midi: number;
  onset: number;
  offset: number;
  /** Highest activation: the sum of its compressed magnitudes. */
  peak: number;
  /** Activation over its first stretch, relative to what a note needs to count; at least 1. */
  strength: number;
}

interface Sounding {
  pitch: number;
  /** Time of its own rise, then of the common onset beside it, s. */
  onset: number;
  /** Step of the rise. */
  begun: number;
  peak: number;
  /** Activation summed over the first stretch, s. */
  sum: number;
  /** Loudest pitch of late, within that stretch. */
  loudest: number;
  /** The loudest pitch and everything, each summed over that stretch as far as the note lasts. */
  pitched: number;
  total: number;
  /** s; set once it is over. */
  offset: number;
}

/**
 * Notes from the pitches' activations: each pitch begins a note where its activation rises by a clear
 * factor, which a re-struck note does too, and keeps it until it falls below a share of its peak. The
 * long window blurs the rise, so its time is taken from the nearest common onset (two-stage
 * transcription as in Bello, Daudet & Sandler 2006); soft entries keep the half-way point of their
 * own rise. What does not last in proportion to its loudness is a transient and is dropped.
 * State: 0.3 s of activations, one open note a pitch, and the notes that ended within their first stretch.
 */
export class NoteTracker {
  readonly #pitches: number;
  readonly #history: Float64Array[];
  readonly #loudest = new Float64Array(KEPT);
  readonly #recent = new Float64Array(KEPT);
  readonly #total = new Float64Array(KEPT);
  readonly #sounding: (Sounding | null)[];
  /** Notes that are over, but too short yet to be judged. */
  #closing: Sounding[] = [];
  readonly #onsets = new Float64Array(ONSETS).fill(-1);
  #onsetCount = 0;
  #steps = 0;

  constructor(pitches: number) {
    this.#pitches = pitches;
    this.#history = Array.from({ length: KEPT }, () => new Float64Array(pitches));
    this.#sounding = Array.from({ length: pitches }, () => null);
  }

  /** A common onset at `time`, s. */
  onset(time: number): void {
    this.#onsets[this.#onsetCount++ % ONSETS] = time;
  }

  /** The next step's activations and its whole magnitude, pitched or not; calls `ended` with notes that are over, in the order of their ends. */
  push(activation: Float64Array, total: number, ended: (note: PolyphonicNote) => void): void {
    const now = this.#steps++;
    this.#history[now % KEPT]!.set(activation);
    let most = 0;
    for (let n = 0; n < this.#pitches; n++) most = Math.max(most, activation[n]!);
    this.#loudest[now % KEPT] = most;
    this.#total[now % KEPT] = total;
    this.#recent[now % KEPT] = Math.max(most, now > 0 ? this.#recent[(now - 1) % KEPT]! * FORGET : 0);
    const step = now - 2 * REACH;
    if (step < 0) return;
    for (const note of this.#closing) note.loudest = Math.max(note.loudest, this.#recent[step % KEPT]!);
    for (let n = 0; n < this.#pitches; n++) {
      if (this.#rises(n, step)) this.#begin(n, step);
      this.#follow(n, step);
    }
    if (this.#closing.length > 0) {
      const due = this.#closing.filter((note) => step - note.begun >= STRETCH);
      if (due.length === 0) return;
      this.#closing = this.#closing.filter((note) => step - note.begun < STRETCH);
      for (const note of due) this.#judge(note, ended);
    }
  }

  /** Ends the notes that still sound. */
  finish(ended: (note: PolyphonicNote) => void): void {
    for (let n = 0; n < this.#pitches; n++) this.#end(n, (this.#steps - 2 * REACH) * HOP);
    for (const note of this.#closing) this.#judge(note, ended);
    this.#closing = [];
  }

  #at(pitch: number, step: number): number {
    return step < 0 ? 0 : this.#history[step % KEPT]![pitch]!;
  }

  /** Whether the pitch rises around `step`, more than at the steps beside it. */
  #rises(pitch: number, step: number): boolean {
    const after = this.#at(pitch, step + REACH);
    const before = this.#at(pitch, step - REACH);
    const slot = (step + REACH) % KEPT;
    const floor = Math.max(P.absolute, P.tonal * this.#total[slot]!, P.floor * Math.max(this.#loudest[slot]!, this.#recent[slot]!));
    if (after < floor || after < P.rise * before) return false;
    const rise = after - before;
    for (let i = step - REACH; i <= step + REACH; i++) {
      const other = this.#at(pitch, i + REACH) - this.#at(pitch, i - REACH);
      if (other > rise || (other === rise && i < step)) return false;
    }
    return true;
  }

  #begin(pitch: number, step: number): void {
    const before = this.#at(pitch, step - REACH);
    const half = before + 0.5 * (this.#at(pitch, step + REACH) - before);
    let i = step - REACH;
    while (i < step + REACH && this.#at(pitch, i + 1) < half) i++;
    const low = this.#at(pitch, i);
    const high = this.#at(pitch, i + 1);
    const time = (i + (high > low ? Math.min(1, Math.max(0, (half - low) / (high - low))) : 0)) * HOP;
    this.#end(pitch, Math.min(step * HOP, time));
    this.#sounding[pitch] = { pitch, onset: time, begun: step, peak: this.#at(pitch, step + REACH), sum: 0, loudest: 0, pitched: 0, total: 0, offset: 0 };
  }

  #follow(pitch: number, step: number): void {
    const note = this.#sounding[pitch];
    if (!note) return;
    const age = step - note.begun;
    const activation = this.#at(pitch, step);
    if (age < STRETCH) {
      note.sum += activation * HOP;
      note.loudest = Math.max(note.loudest, this.#recent[step % KEPT]!);
      note.pitched += this.#loudest[step % KEPT]!;
      note.total += this.#total[step % KEPT]!;
    }
    if (age < REACH) return;
    // By now the common onsets on both sides are known, however the sound was cut into blocks.
    if (age === REACH) note.onset = this.#snap(note.onset);
    note.peak = Math.max(note.peak, activation);
    if (activation < P.release * note.peak) this.#end(pitch, step * HOP);
  }

  /** The common onset nearest to `time`, if one is near. */
  #snap(time: number): number {
    let best = time;
    let distance: number = P.snap;
    for (const onset of this.#onsets) {
      if (onset < 0 || Math.abs(onset - time) >= distance) continue;
      distance = Math.abs(onset - time);
      best = onset;
    }
    return best;
  }

  #end(pitch: number, offset: number): void {
    const note = this.#sounding[pitch];
    if (!note) return;
    this.#sounding[pitch] = null;
    note.offset = offset;
    this.#closing.push(note);
  }

  #judge(note: Sounding, ended: (note: PolyphonicNote) => void): void {
    const { onset, offset, peak } = note;
    const strength = note.sum / (P.strength * note.loudest);
    if (note.pitched < P.clear * note.total) return;
    if (strength >= 1 && offset - onset >= P.shortest) ended({ midi: template.lowest + note.pitch, onset: Math.max(0, onset), offset, peak, strength });
  }
}
