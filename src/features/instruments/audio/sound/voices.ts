import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import {
  FAMILY_TONES,
  type FamilyTone,
  type ToneChoice,
  type ToneId,
} from '#features/instruments/domain/keyboard/tone.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { FADING_PATCH, HELD_PATCH } from './patch.ts';
import { combineExpression, NEUTRAL_EXPRESSION, type Expression, type ExpressionValues } from './tones/expression.ts';
import type { ToneBus } from './tones/effects.ts';
import type { VoiceId, VoiceNote, Voice } from './tones/voice.ts';
import { ToneVoices } from './tones/toneVoices.ts';
import type { Families } from './tones/openFamilies.ts';
import { sineSource } from './tones/source.ts';
import { freeVoice, soundingAt, voiceToSteal } from './tones/stealing.ts';

/** Notes that sound at once; the next one steals. */
export const MAX_VOICES = 32;
/** Voices in which stolen notes fade while their successors already sound. */
const SPARE_VOICES = 8;
/** Voices of each family with the tone `family`: an octave, and a few for fades. */
const FAMILY_POLYPHONY = 12;
const FAMILY_SPARE = 4;
/** Voices to create before yielding to the page: about 15 ms of work. */
const AT_ONCE = 8;
/** Rate of the vibrato, Hz: typical for singers and string players (Seashore 1938). */
const VIBRATO_HZ = 5.5;
/** Release of `silence`, time constant in s. */
const SILENCE_S = 0.005;

const EXPRESSION_KEYS = Object.keys(NEUTRAL_EXPRESSION) as Expression[];

/**
 * A fixed pool of voices that always run behind gain envelopes. Nodes are created once. A note and its expression are a
 * handful of automation events, so the heap does not grow and the first sample comes with the next render quantum. A
 * stolen note fades in its own voice while the new one sounds in a spare one; when 200 notes come at once and no spare
 * is left, the new note reuses a fading voice.
 *
 * `express` changes one note, `expressAll` the current and future notes of a source (an MPE channel may bend before its
 * note). `release` ends one note, `stop` those of a source or all, `silence` is for a
 * panic button.
 */
export class VoicePool {
  readonly #context: BaseAudioContext;
  readonly #tone: BaseContext | (() => Promise<BaseContext>) | null;
  /** Voices of all tones. */
  #voices: Voice[] = [];
  readonly #sines: ToneVoices;
  readonly #toneVoices = new Map<ToneId, ToneVoices>();
  #families: Families | null = null;
  #preparing: Promise<void> = Promise.resolve();
  readonly #scope = new Scope();
  readonly #polyphony: number;
  readonly #spare: number;
  readonly #bus: GainNode;
  readonly #vibrato: OscillatorNode;
  /** Expression of the sources that changed it. */
  readonly #sources = new Map<string, ExpressionValues>();
  /** Reused for each note. */
  readonly #values: ExpressionValues = { ...NEUTRAL_EXPRESSION };
  #lastId = 0;

  /**
   * @param tone Tone's context on the same one, or its loader; without it there are only the two sines
   * @param spare voices in which stolen notes fade, at least `FAMILY_SPARE`
   */
  constructor(
    context: BaseAudioContext,
    output: AudioNode,
    polyphony: number = MAX_VOICES,
    tone: BaseContext | (() => Promise<BaseContext>) | null = null,
    spare: number = SPARE_VOICES,
  ) {
    this.#context = context;
    this.#polyphony = polyphony;
    this.#spare = spare;
    this.#tone = tone;
    this.#bus = new GainNode(context);
    this.#bus.connect(output);
    this.#vibrato = new OscillatorNode(context, { frequency: VIBRATO_HZ });
    this.#vibrato.start();
    this.#sines = new ToneVoices(context, () => sineSource(context), FADING_PATCH, direct(this.#bus), this.#vibrato);
    for (const id of ['fading', 'held'] as const) this.#toneVoices.set(id, this.#sines);
    for (let i = 0; i < polyphony + spare; i++) this.#sines.add();
    this.#voices = [...this.#sines.voices];
  }

  /**
   * Creates the voices of a tone ahead, a few at a time. Until then its notes sound as the held sine rather than late.
   * Does nothing when they exist.
   * @param playable called when every tone has its first voices
   * @throws the browser's error when the instruments cannot be fetched
   */
  prepare(choice: ToneChoice, playable: () => void = () => undefined): Promise<void> {
    const families = choice === 'family' ? FAMILY_TONES : FAMILY_TONES.filter((id) => id === choice);
    const count = choice === 'family' ? FAMILY_POLYPHONY + FAMILY_SPARE : this.#polyphony + this.#spare;
    if (this.#tone === null || families.every((id) => (this.#toneVoices.get(id)?.voices.length ?? 0) >= count))
      return Promise.resolve();
    // One after the other: a visitor may try them all quickly.
    this.#preparing = this.#preparing.catch(() => undefined).then(() => this.#build(families, count, playable));
    return this.#preparing;
  }

  /** The output of all voices. */
  get output(): AudioNode {
    return this.#bus;
  }

  /** Plays a note. When all voices sound, it steals the quietest of the released ones, else of all. */
  start(note: VoiceNote): VoiceId {
    const time = Math.max(note.time ?? 0, this.#context.currentTime);
    let patch = note.patch ?? FADING_PATCH;
    let toneVoices = this.#toneVoices.get(patch.id);
    if (toneVoices === undefined) {
      toneVoices = this.#sines;
      patch = HELD_PATCH;
    }
    toneVoices.wake();
    const { voices } = toneVoices;
    if (soundingAt(this.#voices, time) >= this.#polyphony) voiceToSteal(this.#voices, time).steal(time);
    // A family with few voices steals among its own.
    else if (soundingAt(voices, time) >= voices.length - FAMILY_SPARE) voiceToSteal(voices, time).steal(time);
    const voice = freeVoice(voices, time);
    this.#lastId += 1;
    voice.patch = patch;
    voice.player = note.source;
    Object.assign(voice.noteExpression, NEUTRAL_EXPRESSION);
    for (const what of EXPRESSION_KEYS) this.#values[what] = this.#valueOf(voice, what);
    voice.begin(this.#lastId, note.midi, note.velocity, time, note.length, this.#values);
    return this.#lastId;
  }

  /** Releases a note. Does nothing when it has ended or its voice plays another note. */
  release(id: VoiceId, time: number = 0): void {
    this.#find(id)?.letGo(Math.max(time, this.#context.currentTime));
  }

  /** Cancels a note that has not begun, or releases it. */
  cancel(id: VoiceId): void {
    this.#find(id)?.steal(this.#context.currentTime);
  }

  /**
   * Changes an expression of one note from `time` (s, now by default) on. Does nothing when it has ended. See
   * `Expression` for the values.
   */
  express(id: VoiceId, what: Expression, value: number, time: number = 0): void {
    const voice = this.#find(id);
    if (voice === null) return;
    voice.noteExpression[what] = value;
    this.#apply(voice, what, Math.max(time, this.#context.currentTime));
  }

  /** Changes an expression of all notes of a source, now and in the future. */
  expressAll(source: string, what: Expression, value: number, time: number = 0): void {
    const values = this.#sources.get(source) ?? { ...NEUTRAL_EXPRESSION };
    this.#sources.set(source, values);
    values[what] = value;
    const at = Math.max(time, this.#context.currentTime);
    for (const voice of this.#voices) if (voice.freeAt > at && voice.player === source) this.#apply(voice, what, at);
  }

  /** Resets the expression of a source. */
  resetExpression(source: string): void {
    for (const what of EXPRESSION_KEYS) this.expressAll(source, what, NEUTRAL_EXPRESSION[what]);
    this.#sources.delete(source);
  }

  /** Releases all notes, or those of sources whose name begins so; cancels scheduled ones. */
  stop(source: string = ''): void {
    this.#end(source, null);
  }

  /**
   * Like `stop`, but within some hundredths of a second, however long the tone rings: for a panic button. Without a
   * source it also empties the reverb.
   */
  silence(source: string = ''): void {
    this.#end(source, SILENCE_S);
    if (source === '') this.#families?.silence(this.#context.currentTime);
  }

  /** Disconnects voices that have been silent for a while. */
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
    return combineExpression(what, voice.noteExpression, this.#sources.get(voice.player) ?? NEUTRAL_EXPRESSION);
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

/** The sines connect to the bus without effects. */
function direct(input: AudioNode): ToneBus {
  return { input, open: () => undefined, close: () => undefined };
}
