import { hzOfMidi } from '../../domain/pitch/pitch.ts';
import { FADING, velocityGain, type Patch } from './patch.ts';

/** Notes that sound at once; the next one steals. */
export const POLYPHONY = 32;
/** Voices in which stolen notes fade while their successors already sound. */
const SPARE = 8;
/** Time constant with which a stolen note fades, s. */
const STEAL = 0.003;
/** A fade that has run for so many time constants is inaudible (-78 dB) and is set to zero. */
const INAUDIBLE = 9;
/** Level at which the fade ends, as a share of the full gain (0.3 down to 0.01). */
const FADE_END = 1 / 30;
/** Time constant of the last bit of a fade, s. */
const CLOSE = 0.005;
/** Time constant of a pitch bend, s. */
const GLIDE = 0.004;

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
  patch?: Patch;
  /** Who plays: bends and stops reach the notes of one source. */
  source: string;
}

/** Names a sounding note; a number, so that playing allocates nothing. 0 is no note. */
export type VoiceId = number;

interface Voice {
  oscillator: OscillatorNode;
  envelope: GainNode;
  id: VoiceId;
  source: string;
  patch: Patch;
  startsAt: number;
  /** Gain at the start, and time constant of its decay (Infinity when held). */
  peak: number;
  decay: number;
  /** When it was let go or stolen; Infinity before. */
  endingAt: number;
  stolen: boolean;
  /** From then on it is silent and may be used again. */
  freeAt: number;
}

/**
 * A fixed pool of running sine oscillators behind gain envelopes. Nodes are made once; a note is a handful of
 * automation events, so the heap does not grow and the first sample comes with the next render quantum.
 *
 * Every envelope segment is a `setTargetAtTime`, which starts from whatever value the audio thread has reached:
 * no reading back of values, no `cancelAndHoldAtTime` (Firefox has none), and no race that could make a click,
 * at the start, the end or a steal. A stolen note fades in its own voice while the new one sounds in a spare one;
 * when 200 notes come in one tick and no spare is left, the new note takes over a fading voice where it stands.
 */
export class VoicePool {
  readonly #context: BaseAudioContext;
  readonly #voices: Voice[];
  readonly #polyphony: number;
  readonly #bus: GainNode;
  readonly #out: AudioNode;
  #resting = false;
  readonly #bends = new Map<string, number>();
  #lastId = 0;

  constructor(context: BaseAudioContext, output: AudioNode, polyphony: number = POLYPHONY) {
    this.#context = context;
    this.#polyphony = polyphony;
    this.#bus = new GainNode(context);
    this.#out = output;
    this.#bus.connect(output);
    this.#voices = Array.from({ length: polyphony + SPARE }, () => {
      const oscillator = new OscillatorNode(context, { type: FADING.wave });
      const envelope = new GainNode(context, { gain: 0 });
      oscillator.connect(envelope).connect(this.#bus);
      oscillator.start();
      return {
        oscillator,
        envelope,
        id: 0,
        source: '',
        patch: FADING,
        startsAt: 0,
        peak: 0,
        decay: Infinity,
        endingAt: 0,
        stolen: false,
        freeAt: 0,
      };
    });
  }

  /** The node in which all voices meet. */
  get output(): AudioNode {
    return this.#bus;
  }

  /** Sounds a note. Never refuses: when all voices sound, the quietest of those let go, else of all, makes room. */
  start(note: VoiceNote): VoiceId {
    const time = Math.max(note.time ?? 0, this.#context.currentTime);
    const patch = note.patch ?? FADING;
    if (this.#resting) {
      this.#bus.connect(this.#out);
      this.#resting = false;
    }
    if (this.#soundingAt(time) >= this.#polyphony) this.#steal(this.#victim(time), time);
    const voice = this.#freeVoice(time);
    this.#lastId += 1;
    const peak = patch.gain * velocityGain(note.velocity);
    const { frequency, detune, type } = voice.oscillator;
    const { gain } = voice.envelope;
    if (type !== patch.wave) voice.oscillator.type = patch.wave;
    // A note that was scheduled here and taken back has left its pitch behind.
    frequency.cancelScheduledValues(time);
    frequency.setValueAtTime(hzOfMidi(note.midi), time);
    detune.cancelScheduledValues(time);
    detune.setValueAtTime(this.#bends.get(note.source) ?? 0, time);
    gain.cancelScheduledValues(time);
    gain.setTargetAtTime(peak, time, patch.attack);
    voice.id = this.#lastId;
    voice.source = note.source;
    voice.patch = patch;
    voice.startsAt = time;
    voice.peak = peak;
    voice.stolen = false;
    voice.endingAt = Infinity;
    if (patch.fade === 'held') {
      voice.decay = Infinity;
      voice.freeAt = Infinity;
    } else {
      const end = time + Math.max(note.length, 0.03);
      voice.decay = (end - time) / -Math.log(FADE_END);
      gain.setTargetAtTime(0, time + 5 * patch.attack, voice.decay);
      this.#close(voice, end, CLOSE);
    }
    return this.#lastId;
  }

  /** Lets a note go; harmless when it has ended or its voice sounds another note by now. */
  release(id: VoiceId, time: number = 0): void {
    const voice = id === 0 ? undefined : this.#voices.find((v) => v.id === id);
    if (voice === undefined) return;
    this.#letGo(voice, Math.max(time, this.#context.currentTime), voice.patch.release);
  }

  /** Takes back a note that has not begun (and lets it go when it has). */
  cancel(id: VoiceId): void {
    const voice = id === 0 ? undefined : this.#voices.find((v) => v.id === id);
    if (voice !== undefined) this.#steal(voice, this.#context.currentTime);
  }

  /** Bends the notes of a source, those that sound and those to come, in cents. */
  bend(source: string, cents: number): void {
    if (cents === 0) this.#bends.delete(source);
    else this.#bends.set(source, cents);
    const now = this.#context.currentTime;
    for (const voice of this.#voices) {
      if (voice.source === source && voice.freeAt > now) {
        voice.oscillator.detune.cancelScheduledValues(now);
        voice.oscillator.detune.setTargetAtTime(cents, now, GLIDE);
      }
    }
  }

  /** Ends everything, or everything of a source whose name begins like that: what sounds fades, what is scheduled is taken back. */
  stop(source: string = ''): void {
    const now = this.#context.currentTime;
    for (const voice of this.#voices) {
      if (voice.freeAt <= now || !voice.source.startsWith(source)) continue;
      if (voice.startsAt > now) this.#steal(voice, now);
      else this.#letGo(voice, now, voice.patch.release);
    }
  }

  /** When no note sounds or is scheduled: lets the browser stop computing the oscillators until the next note. */
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
    for (const { oscillator, envelope } of this.#voices) {
      oscillator.stop();
      oscillator.disconnect();
      envelope.disconnect();
    }
    this.#bus.disconnect();
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

  #steal(voice: Voice, time: number): void {
    const { gain } = voice.envelope;
    if (voice.startsAt >= time) {
      gain.cancelScheduledValues(voice.startsAt);
      voice.endingAt = time;
      voice.freeAt = time;
      voice.stolen = true;
      voice.id = 0;
      return;
    }
    gain.cancelScheduledValues(time);
    this.#close(voice, time, STEAL);
    voice.endingAt = time;
    voice.stolen = true;
    voice.id = 0;
  }

  #letGo(voice: Voice, time: number, release: number): void {
    const at = Math.max(time, voice.startsAt + 3 * voice.patch.attack);
    if (voice.stolen || voice.endingAt <= at || voice.freeAt <= at + INAUDIBLE * release) return;
    voice.envelope.gain.cancelScheduledValues(at);
    this.#close(voice, at, release);
    voice.endingAt = at;
  }

  #close(voice: Voice, time: number, constant: number): void {
    const { gain } = voice.envelope;
    gain.setTargetAtTime(0, time, constant);
    voice.freeAt = time + INAUDIBLE * constant;
    gain.setValueAtTime(0, voice.freeAt);
  }
}

/** Lower is better: free voices by how long they have been silent, then stolen ones by how soon they will be. */
function rank(voice: Voice, time: number): number {
  if (voice.freeAt <= time) return voice.freeAt - time - 1e9;
  return voice.stolen ? voice.freeAt - time : 1e9 + voice.startsAt;
}

function moreDispensable(a: Voice, b: Voice, time: number): boolean {
  const [endingA, endingB] = [a.endingAt <= time, b.endingAt <= time];
  if (endingA !== endingB) return endingA;
  const difference = levelAt(a, time) - levelAt(b, time);
  return difference !== 0 ? difference < 0 : a.id < b.id;
}

function levelAt({ peak, decay, startsAt }: Voice, time: number): number {
  return decay === Infinity ? peak : peak * Math.exp(-Math.max(0, time - startsAt) / decay);
}
