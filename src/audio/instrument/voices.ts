import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { FAMILY_TONES, type FamilyTone, type ToneChoice, type ToneId } from '../../domain/instruments/tone.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { FADING, HELD, type Patch } from './patch.ts';
import { combined, NEUTRAL, type Expression, type ExpressionValues } from './tones/expression.ts';
import type { ToneBus } from './tones/effects.ts';
import { ToneVoices } from './tones/toneVoices.ts';
import type { Families } from './tones/openFamilies.ts';
import { sineSource } from './tones/source.ts';
import { moreDispensable, rank, type Voice } from './tones/voice.ts';

/** Notes that sound at once; the next one steals. */
export const POLYPHONY = 32;
/** Voices in which stolen notes fade while their successors already sound. */
const SPARE = 8;
/** Voices of each family where every note sounds as its own: an octave, and a few that fade. */
const FAMILY_POLYPHONY = 12;
const FAMILY_SPARE = 4;
/** Voices that are made at once before the page has its turn again: about 15 ms of work. */
const AT_ONCE = 8;
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
  readonly #tone: BaseContext | (() => Promise<BaseContext>) | null;
  /** Of every toneVoices. */
  #voices: Voice[] = [];
  readonly #sines: ToneVoices;
  readonly #toneVoices = new Map<ToneId, ToneVoices>();
  #families: Families | null = null;
  #preparing: Promise<void> = Promise.resolve();
  readonly #scope = new Scope();
  readonly #polyphony: number;
  readonly #bus: GainNode;
  readonly #vibrato: OscillatorNode;
  readonly #ofPool: ExpressionValues = { ...NEUTRAL };
  readonly #ofSource = new Map<string, ExpressionValues>();
  /** Filled anew for each note. */
  readonly #values: ExpressionValues = { ...NEUTRAL };
  #lastId = 0;

  /** @param tone Tone's context on the same one, or the way to it; without it there are the two sines only */
  constructor(
    context: BaseAudioContext,
    output: AudioNode,
    polyphony: number = POLYPHONY,
    tone: BaseContext | (() => Promise<BaseContext>) | null = null,
  ) {
    this.#context = context;
    this.#polyphony = polyphony;
    this.#tone = tone;
    this.#bus = new GainNode(context);
    this.#bus.connect(output);
    this.#vibrato = new OscillatorNode(context, { frequency: VIBRATO_HZ });
    this.#vibrato.start();
    this.#sines = new ToneVoices(context, () => sineSource(context), FADING, direct(this.#bus), this.#vibrato);
    for (const id of ['fading', 'held'] as const) this.#toneVoices.set(id, this.#sines);
    for (let i = 0; i < polyphony + SPARE; i++) this.#sines.add();
    this.#voices = [...this.#sines.voices];
  }

  /**
   * Makes the voices of a tone ahead, a few at a time, so that playing need make none. A note of a tone whose voices are not
   * there yet sounds as the held sine rather than late. Harmless when they are there.
   * @param playable called when the first voices of every tone that is meant are there
   * @throws what the browser says when the instruments cannot be fetched
   */
  prepare(choice: ToneChoice, playable: () => void = () => undefined): Promise<void> {
    const families = choice === 'family' ? FAMILY_TONES : FAMILY_TONES.filter((id) => id === choice);
    const count = choice === 'family' ? FAMILY_POLYPHONY + FAMILY_SPARE : this.#polyphony + SPARE;
    if (this.#tone === null || families.every((id) => (this.#toneVoices.get(id)?.voices.length ?? 0) >= count))
      return Promise.resolve();
    // One after the other: a hasty visitor tries them all.
    this.#preparing = this.#preparing.catch(() => undefined).then(() => this.#build(families, count, playable));
    return this.#preparing;
  }

  /** The node in which all voices meet. */
  get output(): AudioNode {
    return this.#bus;
  }

  /** Sounds a note. Never refuses: when all voices sound, the quietest of those let go, else of all, makes room. */
  start(note: VoiceNote): VoiceId {
    const time = Math.max(note.time ?? 0, this.#context.currentTime);
    let patch = note.patch ?? FADING;
    let toneVoices = this.#toneVoices.get(patch.id);
    if (toneVoices === undefined) {
      toneVoices = this.#sines;
      patch = HELD;
    }
    toneVoices.wake();
    const { voices } = toneVoices;
    if (soundingAt(this.#voices, time) >= this.#polyphony) victim(this.#voices, time).steal(time);
    // Where a family has few voices of its own, it makes room among them.
    else if (soundingAt(voices, time) >= voices.length - FAMILY_SPARE) victim(voices, time).steal(time);
    const voice = freeVoice(voices, time);
    this.#lastId += 1;
    voice.patch = patch;
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

  /**
   * As `stop`, but within some hundredths of a second, however long the tone would ring: for a panic button. Without a source
   * the room is emptied too.
   */
  silence(source: string = ''): void {
    this.#end(source, SILENCE);
    if (source === '') this.#families?.silence(this.#context.currentTime);
  }

  /** Lets the browser leave out what has been silent for a while. */
  rest(): void {
    const now = this.#context.currentTime;
    for (const toneVoices of new Set(this.#toneVoices.values())) toneVoices.rest(now);
  }

  /** Number of notes that sound (or fade) now. */
  get sounding(): number {
    const now = this.#context.currentTime;
    return this.#voices.filter((voice) => voice.startsAt <= now && voice.freeAt > now).length;
  }

  dispose(): void {
    this.#scope.dispose();
    for (const toneVoices of new Set(this.#toneVoices.values())) toneVoices.dispose();
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

  async #build(families: readonly FamilyTone[], count: number, playable: () => void): Promise<void> {
    const tone = typeof this.#tone === 'function' ? await this.#tone() : this.#tone!;
    const { openFamilies } = await import('./tones/openFamilies.ts');
    this.#families ??= await openFamilies(this.#context, tone, this.#bus, this.#vibrato);
    for (const least of [AT_ONCE, count]) {
      for (const id of families) {
        const toneVoices = this.#toneVoices.get(id) ?? this.#families.voicesOf(id);
        this.#toneVoices.set(id, toneVoices);
        while (toneVoices.voices.length < least && !this.#scope.disposed) {
          for (let i = 0; i < AT_ONCE; i++) toneVoices.add();
          this.#voices = [...new Set(this.#toneVoices.values())].flatMap(({ voices }) => voices);
          await this.#scope.delay(0);
        }
      }
      playable();
    }
  }
}

/** The sines have no effects: they lead to the bus as they are. */
function direct(input: AudioNode): ToneBus {
  return { input, open: () => undefined, close: () => undefined };
}

function soundingAt(voices: readonly Voice[], time: number): number {
  let count = 0;
  for (const voice of voices) if (voice.freeAt > time && !voice.stolen) count += 1;
  return count;
}

/** Free voices first, longest silent first; with none free, the stolen one that is nearest to its end. */
function freeVoice(voices: readonly Voice[], time: number): Voice {
  let best = voices[0]!;
  for (const voice of voices) if (rank(voice, time) < rank(best, time)) best = voice;
  return best;
}

function victim(voices: readonly Voice[], time: number): Voice {
  let best: Voice | null = null;
  for (const voice of voices) {
    if (voice.freeAt <= time || voice.stolen) continue;
    if (best === null || moreDispensable(voice, best, time)) best = voice;
  }
  return best ?? voices[0]!;
}
