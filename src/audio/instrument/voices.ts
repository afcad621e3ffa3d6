import { FADING, type Patch } from './patch.ts';
import { combined, NEUTRAL, type Expression, type ExpressionValues } from './tones/expression.ts';
import { sineSource } from './tones/source.ts';
import { moreDispensable, rank, Voice } from './tones/voice.ts';

/** Notes that sound at once; the next one steals. */
export const POLYPHONY = 32;
/** Voices in which stolen notes fade while their successors already sound. */
const SPARE = 8;
/** Rate of the vibrato, Hz: what singers and players of strings have (Seashore 1938). */
const VIBRATO_HZ = 5.5;
/** Time constant with which `silence` ends notes, s. */
const SILENCE = 0.005;

const EXPRESSIONS = Object.keys(NEUTRAL) as Expression[];

/** A note to sound. */
export interface VoiceNote {
  /** MIDI number, may be fractional. */
  midi: number;
  /** 0 to 1. */
  velocity: number;
  /** On the context's clock, s; now when absent or past. */
  time?: number;
  /** s; of patches that fade by length. */
  length: number;
  /** `patchFor` gives that of a choice of tone; the fading sine when absent. */
  patch?: Patch;
  /** Who plays: expression and stops reach the notes of one source. A channel of a device is a source of its own. */
  source: string;
}

/** Names a sounding note; a number, so that playing allocates nothing. 0 is no note. */
export type VoiceId = number;

/**
 * A fixed pool of voices that run for ever behind gain envelopes. Nodes are made once; a note, and whatever a performer
 * does to it, is a handful of automation events, so the heap does not grow and the first sample comes with the next
 * render quantum. A stolen note fades in its own voice while the new one sounds in a spare one; when 200 notes come in one
 * tick and no spare is left, the new note takes over a fading voice where it stands.
 *
 * For a performer: `express` does something to one note, `expressAll` to the notes of a source, those that sound and those
 * to come (so an MPE channel may send its bend before its note), or with the source '' to all of the pool. `release` lets
 * one note go, `stop` those of a source or all, `silence` is for a panic button.
 */
export class VoicePool {
  readonly #context: BaseAudioContext;
  readonly #voices: Voice[];
  readonly #polyphony: number;
  readonly #bus: GainNode;
  readonly #out: AudioNode;
  readonly #vibrato: OscillatorNode;
  #resting = false;
  readonly #ofPool: ExpressionValues = { ...NEUTRAL };
  readonly #ofSource = new Map<string, ExpressionValues>();
  /** Filled anew for each note. */
  readonly #values: ExpressionValues = { ...NEUTRAL };
  #lastId = 0;

  constructor(context: BaseAudioContext, output: AudioNode, polyphony: number = POLYPHONY) {
    this.#context = context;
    this.#polyphony = polyphony;
    this.#bus = new GainNode(context);
    this.#out = output;
    this.#bus.connect(output);
    this.#vibrato = new OscillatorNode(context, { frequency: VIBRATO_HZ });
    this.#vibrato.start();
    this.#voices = Array.from(
      { length: polyphony + SPARE },
      () => new Voice(context, sineSource(context), FADING, this.#bus, this.#vibrato),
    );
  }

  /** The node in which all voices meet. */
  get output(): AudioNode {
    return this.#bus;
  }

  /** Sounds a note. Never refuses: when all voices sound, the quietest of those let go, else of all, makes room. */
  start(note: VoiceNote): VoiceId {
    const time = Math.max(note.time ?? 0, this.#context.currentTime);
    if (this.#resting) {
      this.#bus.connect(this.#out);
      this.#resting = false;
    }
    if (this.#soundingAt(time) >= this.#polyphony) this.#victim(time).steal(time);
    const voice = this.#freeVoice(time);
    this.#lastId += 1;
    voice.patch = note.patch ?? FADING;
    voice.player = note.source;
    Object.assign(voice.own, NEUTRAL);
    for (const what of EXPRESSIONS) this.#values[what] = this.#valueOf(voice, what);
    voice.begin(this.#lastId, note.midi, note.velocity, time, note.length, this.#values);
    return this.#lastId;
  }

  /** Lets a note go; harmless when it has ended or its voice sounds another note by now. */
  release(id: VoiceId, time: number = 0): void {
    this.#find(id)?.letGo(Math.max(time, this.#context.currentTime));
  }

  /** Takes back a note that has not begun (and lets it go when it has). */
  cancel(id: VoiceId): void {
    this.#find(id)?.steal(this.#context.currentTime);
  }

  /**
   * Does something to one note, from `time` (s, now when absent) on; harmless when it has ended. What is meant by the value:
   * see `Expression`.
   */
  express(id: VoiceId, what: Expression, value: number, time: number = 0): void {
    const voice = this.#find(id);
    if (voice === null) return;
    voice.own[what] = value;
    this.#apply(voice, what, Math.max(time, this.#context.currentTime));
  }

  /** Does something to all notes of a source, or of the pool (''): those that sound, and those to come until it is undone. */
  expressAll(source: string, what: Expression, value: number, time: number = 0): void {
    this.#valuesOf(source)[what] = value;
    const at = Math.max(time, this.#context.currentTime);
    for (const voice of this.#voices) {
      if (voice.freeAt > at && (source === '' || voice.player === source)) this.#apply(voice, what, at);
    }
  }

  /** Forgets all that was done to the notes of a source, or with '' to those of every one. */
  resetExpression(source: string): void {
    for (const what of EXPRESSIONS) this.expressAll(source, what, NEUTRAL[what]);
    if (source === '') for (const player of this.#ofSource.keys()) this.resetExpression(player);
    else this.#ofSource.delete(source);
  }

  /** Bends the notes of a source, those that sound and those to come, in cents. */
  bend(source: string, cents: number): void {
    this.expressAll(source, 'bend', cents);
  }

  /** Lets everything go, or everything of a source whose name begins like that; what is scheduled is taken back. */
  stop(source: string = ''): void {
    this.#end(source, null);
  }

  /** As `stop`, but within some hundredths of a second, however long the tone would ring: for a panic button. */
  silence(source: string = ''): void {
    this.#end(source, SILENCE);
  }

  /** When no note sounds or is scheduled: lets the browser stop computing the voices until the next note. */
  rest(): void {
    const now = this.#context.currentTime;
    if (this.#resting || this.#voices.some((voice) => voice.freeAt > now)) return;
    this.#bus.disconnect();
    this.#resting = true;
  }

  /** Number of notes that sound (or fade) now. */
  get sounding(): number {
    const now = this.#context.currentTime;
    return this.#voices.filter((voice) => voice.startsAt <= now && voice.freeAt > now).length;
  }

  dispose(): void {
    for (const voice of this.#voices) voice.dispose();
    this.#vibrato.stop();
    this.#bus.disconnect();
  }

  #end(source: string, release: number | null): void {
    const now = this.#context.currentTime;
    for (const voice of this.#voices) {
      if (voice.freeAt <= now || !voice.player.startsWith(source)) continue;
      if (voice.startsAt > now) voice.steal(now);
      else voice.letGo(now, release ?? voice.patch.release);
    }
  }

  #find(id: VoiceId): Voice | null {
    if (id === 0) return null;
    for (const voice of this.#voices) if (voice.id === id) return voice;
    return null;
  }

  #apply(voice: Voice, what: Expression, time: number): void {
    voice.express(what, this.#valueOf(voice, what), time);
  }

  #valueOf(voice: Voice, what: Expression): number {
    return combined(what, voice.own, this.#ofSource.get(voice.player), this.#ofPool);
  }

  #valuesOf(source: string): ExpressionValues {
    if (source === '') return this.#ofPool;
    let values = this.#ofSource.get(source);
    if (values === undefined) {
      values = { ...NEUTRAL };
      this.#ofSource.set(source, values);
    }
    return values;
  }

  #soundingAt(time: number): number {
    let count = 0;
    for (const voice of this.#voices) if (voice.freeAt > time && !voice.stolen) count += 1;
    return count;
  }

  #freeVoice(time: number): Voice {
    let best = this.#voices[0]!;
    for (const voice of this.#voices) {
      // Free voices first, longest silent first; with none free, the stolen one that is nearest to its end.
      if (rank(voice, time) < rank(best, time)) best = voice;
    }
    return best;
  }

  #victim(time: number): Voice {
    let best: Voice | null = null;
    for (const voice of this.#voices) {
      if (voice.freeAt <= time || voice.stolen) continue;
      if (best === null || moreDispensable(voice, best, time)) best = voice;
    }
    return best ?? this.#voices[0]!;
  }
}
