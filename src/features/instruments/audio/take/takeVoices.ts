import { KEY_NOTE_LENGTH } from '#features/instruments/domain/keyboard/keyboard.ts';
import {
  DEFAULT_CONTROLS,
  softenVelocity,
  type Control,
  type Gesture,
} from '#features/instruments/domain/take/gestures.ts';
import type { TakeNote } from '#features/instruments/domain/take/recordedTake.ts';
import { FADING_PATCH, PATCHES } from '../sound/patch.ts';
import { brightnessOf, gainOf, keyBrightness, SOFT_BRIGHTNESS, vibratoOf } from '../sound/tones/expression.ts';
import type { VoiceId } from '../sound/tones/voice.ts';
import type { VoicePool } from '../sound/voices.ts';
import { codedError } from '#core/values/errors.ts';
import { FAMILY_TONES } from '#features/instruments/domain/keyboard/tone.ts';

/** Source name of the notes of a take, and the beginning of that of its channels. */
const TAKE_SOURCE = 'take';
/** Minimum length of a note, s. */
const MIN_NOTE_SECONDS = 0.03;

/** The notes and gestures of a take, each in order of time, s. */
export interface TakeEvents {
  notes: readonly TakeNote[];
  gestures?: readonly Gesture[];
  duration: number;
}

/** A channel of a take: the values of its controls, and the last voice of each key. */
interface TakeChannel {
  source: string;
  controls: Record<Control, number>;
  voices: Map<number, VoiceId>;
}

/** Sounds a take: notes and gestures in the order of their times, each scheduled once. */
export class TakeVoices {
  readonly #voices: VoicePool;
  readonly #take: TakeEvents;
  readonly #channels = new Map<number, TakeChannel>();
  #nextNote = 0;
  #nextGesture = 0;

  constructor(voices: VoicePool, take: TakeEvents) {
    this.#voices = voices;
    this.#take = take;
  }

  /** Goes back to the start and resets the controls that an earlier take has moved. */
  rewind(): void {
    this.#nextNote = 0;
    this.#nextGesture = 0;
    this.#channels.clear();
    for (const { channel } of this.#take.gestures ?? []) if (!this.#channels.has(channel)) this.#reset(channel);
  }

  /**
   * Schedules the notes and gestures before `until`, s of the take.
   * @param start time of the take's beginning on the context's clock, s
   * @param late notes that begin before it are skipped, s of the take
   */
  schedule(start: number, until: number, late = -Infinity): void {
    const { notes, gestures = [] } = this.#take;
    for (;;) {
      const note = notes[this.#nextNote];
      const gesture = gestures[this.#nextGesture];
      const time = Math.min(note?.onset ?? Infinity, gesture?.time ?? Infinity);
      if (time >= until || time === Infinity) return;
      // A gesture at the time of a note comes first: it holds for the note.
      if (gesture?.time === time) {
        this.#nextGesture += 1;
        this.#express(gesture, start + time);
      } else {
        this.#nextNote += 1;
        if (time >= late) this.#sound(note!, start + time);
      }
    }
  }

  /** Ends all notes and cancels scheduled ones. */
  stop(): void {
    this.#voices.stop(TAKE_SOURCE);
  }

  #sound({ midi, velocity, tone, onset, offset, channel: number }: TakeNote, time: number): void {
    const patch = tone === undefined ? FADING_PATCH : PATCHES[tone];
    const channel = number === undefined ? undefined : this.#channelOf(number);
    const soft = channel?.controls.soft === 1;
    const source = channel?.source ?? TAKE_SOURCE;
    const struck = softenVelocity(velocity, soft);
    const voice = this.#voices.start({ midi, velocity: struck, time, length: KEY_NOTE_LENGTH, patch, source });
    if (soft) this.#voices.express(voice, 'brightness', SOFT_BRIGHTNESS, time);
    channel?.voices.set(midi, voice);
    // The fading tone ends by its length.
    if (patch.fade === 'held') this.#voices.release(voice, time + Math.max(MIN_NOTE_SECONDS, offset - onset));
  }

  #express({ channel: number, control, value, midi = -1 }: Gesture, time: number): void {
    const { source, controls, voices } = this.#channelOf(number);
    controls[control] = value;
    const pool = this.#voices;
    switch (control) {
      case 'bend':
        pool.expressAll(source, 'bend', value, time);
        break;
      case 'modulation':
        pool.expressAll(source, 'vibrato', vibratoOf(value), time);
        break;
      case 'timbre':
      case 'pressure':
        pool.expressAll(source, 'brightness', brightnessOf(controls.timbre, controls.pressure + controls.swell), time);
        break;
      case 'swell':
        pool.expressAll(source, 'brightness', brightnessOf(controls.timbre, controls.pressure + controls.swell), time);
        pool.expressAll(source, 'pressure', gainOf(levelOf(controls), controls.swell), time);
        break;
      case 'level':
      case 'volume':
      case 'expression':
        pool.expressAll(source, 'pressure', gainOf(levelOf(controls), controls.swell), time);
        break;
      case 'key':
        pool.express(voices.get(midi) ?? 0, 'brightness', keyBrightness(value), time);
        break;
      default:
      // Pedals are in the lengths of the notes; the soft one changes those that are struck.
    }
  }

  #channelOf(number: number): TakeChannel {
    return this.#channels.get(number) ?? this.#reset(number);
  }

  #reset(number: number): TakeChannel {
    const channel = {
      source: `${TAKE_SOURCE}:${number}`,
      controls: { ...DEFAULT_CONTROLS },
      voices: new Map<number, VoiceId>(),
    };
    this.#channels.set(number, channel);
    this.#voices.resetExpression(channel.source);
    return channel;
  }
}

function levelOf({ level, volume, expression }: Record<Control, number>): number {
  return level * volume * expression;
}

/** With more families than this, each has a few voices, as with the tone `family`. */
const MAX_WHOLE = 2;

/**
 * Creates the voices of all tones of some notes. Where it rejects, they sound as the held sine.
 * @throws CodedError of code 'tones' when they cannot be fetched
 */
export async function prepareTones(
  voices: Pick<VoicePool, 'prepare'>,
  notes: readonly Pick<TakeNote, 'tone'>[],
): Promise<void> {
  const played = new Set(notes.map(({ tone }) => tone));
  const families = FAMILY_TONES.filter((id) => played.has(id));
  try {
    if (families.length > MAX_WHOLE) await voices.prepare('family');
    else for (const id of families) await voices.prepare(id);
  } catch (error) {
    throw codedError('tones', 'The tones of the take could not be loaded.', error);
  }
}
