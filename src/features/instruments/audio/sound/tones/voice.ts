import { hzOfMidi } from '#analysis/values/pitch.ts';
import { velocityGain, type Patch } from '../patch.ts';
import { NEUTRAL_EXPRESSION, type Expression, type ExpressionValues } from './expression.ts';
import type { VoiceSource } from './source.ts';

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
  /** From `patchFor`; the fading sine by default. */
  patch?: Patch;
  /**
   * Source of the note: expression and stops apply to all notes of a source. Each channel of a device is one.
   */
  source: string;
}

/** Id of a sounding note; a number, so that playing allocates nothing. 0 is no note. */
export type VoiceId = number;

/** Fade of a stolen note, time constant in s. */
const STEAL_S = 0.003;
/** After this many time constants a fade is inaudible (-78 dB) and is set to zero. */
const INAUDIBLE_CONSTANTS = 9;
/** Level at which the fade ends, as a share of the full gain (0.3 down to 0.01). */
const FADE_END = 1 / 30;
/** Time constant of the last bit of a fade, s. */
const LAST_FADE_S = 0.005;
/** Disconnect a voice after this much silence, s. */
const MAX_SILENCE_S = 1;
/** Time constant of a bend and of pressure, s. */
const GLIDE_S = 0.004;

/**
 * A voice of the pool: a running source with a gate, an envelope and the expression of its note. Nodes are created
 * once; a note is a handful of automation events.
 *
 * Every audible segment is a `setTargetAtTime`, which starts from the current value on the audio thread: no reading of
 * values, no `cancelAndHoldAtTime` (missing in Firefox), and no race that could click.
 *
 * The rise has its own gain, since events may reach the audio thread late: it computes a device's whole buffer at once,
 * while the page still reads the time before. Chromium and WebKit skip a segment whose successor has begun by then
 * (Blink's `AudioParamTimeline`), and a note with rise and fall in one envelope was silent 10 ms after its time.
 */
export class Voice {
  readonly #source: VoiceSource;
  readonly #gate: GainNode;
  readonly #envelope: GainNode;
  readonly #pressure: GainNode;
  readonly #vibrato: GainNode;
  readonly #output: AudioNode;
  #awake = false;
  #shaken = false;
  /** Expression of this note alone. */
  readonly noteExpression: ExpressionValues = { ...NEUTRAL_EXPRESSION };
  /** 0 for a stolen note or none. */
  id = 0;
  /** Source of the note. */
  player = '';
  patch: Patch;
  startsAt = 0;
  /** Gain at the start, and time constant of its decay (Infinity when held). */
  peak = 0;
  #decay = Infinity;
  /** Time of its release or theft; Infinity before. */
  endingAt = 0;
  stolen = false;
  /** Time from which it is silent and free. */
  freeAt = 0;

  /** @param vibrato vibrato signal, -1 to 1 */
  constructor(context: BaseAudioContext, source: VoiceSource, patch: Patch, output: AudioNode, vibrato: AudioNode) {
    this.#source = source;
    this.patch = patch;
    this.#gate = new GainNode(context, { gain: 0 });
    this.#envelope = new GainNode(context, { gain: 0 });
    this.#pressure = new GainNode(context);
    this.#vibrato = new GainNode(context, { gain: 0 });
    this.#output = output;
    source.output.connect(this.#gate).connect(this.#envelope).connect(this.#pressure);
    vibrato.connect(this.#vibrato);
  }

  /** Begins a note at `time` (s) with its current expression. */
  begin(
    id: number,
    midi: number,
    velocity: number,
    time: number,
    length: number,
    values: Readonly<ExpressionValues>,
  ): void {
    const { patch } = this;
    const { gain } = this.#envelope;
    const shut = this.freeAt <= time;
    if (!this.#awake) {
      this.#pressure.connect(this.#output);
      this.#awake = true;
    }
    this.id = id;
    this.startsAt = time;
    this.peak = patch.gain * velocityGain(velocity);
    this.stolen = false;
    this.endingAt = Infinity;
    this.#source.strike(time, hzOfMidi(midi), velocity, values.brightness);
    for (const detune of this.#source.detunes) {
      detune.cancelScheduledValues(time);
      detune.setValueAtTime(values.bend, time);
    }
    this.#pressure.gain.cancelScheduledValues(time);
    this.#pressure.gain.setValueAtTime(values.pressure, time);
    this.#shake(values.vibrato, time);
    this.#gate.gain.cancelScheduledValues(time);
    this.#gate.gain.setTargetAtTime(1, time, patch.attack);
    gain.cancelScheduledValues(time);
    // A voice that is reused while fading continues from its level.
    if (shut) gain.setValueAtTime(this.peak, time);
    else gain.setTargetAtTime(this.peak, time, patch.attack);
    const risen = time + 5 * patch.attack;
    if (patch.fade === 'length') {
      const end = time + Math.max(length, 0.03);
      this.#decay = (end - time) / -Math.log(FADE_END);
      gain.setTargetAtTime(0, risen, this.#decay);
      this.#close(end, LAST_FADE_S);
    } else {
      this.#decay = patch.sustain === 1 ? Infinity : patch.decay;
      this.freeAt = Infinity;
      if (patch.sustain < 1) gain.setTargetAtTime(this.peak * patch.sustain, risen, patch.decay);
      // Struck and plucked notes end by themselves.
      if (patch.sustain === 0) this.#close(risen + INAUDIBLE_CONSTANTS * patch.decay, LAST_FADE_S);
    }
  }

  /** Changes one expression of the note; `value` combines note, source and pool. */
  express(what: Expression, value: number, time: number): void {
    switch (what) {
      case 'bend':
        for (const detune of this.#source.detunes) follow(detune, value, time);
        break;
      case 'pressure':
        follow(this.#pressure.gain, value, time);
        break;
      case 'vibrato':
        this.#shake(value, time);
        break;
      case 'brightness':
        this.#source.setBrightness(time, value);
        break;
    }
  }

  /** Releases the note. Does nothing when it ends earlier. */
  letGo(at: number, release: number = this.patch.release): void {
    const time = Math.max(at, this.startsAt + 3 * this.patch.attack);
    if (this.stolen || this.endingAt <= time || this.freeAt <= time + INAUDIBLE_CONSTANTS * release) return;
    this.#envelope.gain.cancelScheduledValues(time);
    this.#close(time, release);
    this.endingAt = time;
  }

  /** Ends the note quickly for another one, or cancels one that has not begun. */
  steal(time: number): void {
    const { gain } = this.#envelope;
    this.endingAt = time;
    this.stolen = true;
    this.id = 0;
    if (this.startsAt >= time) {
      gain.cancelScheduledValues(this.startsAt);
      this.#gate.gain.cancelScheduledValues(this.startsAt);
      this.freeAt = time;
    } else {
      gain.cancelScheduledValues(time);
      this.#close(time, STEAL_S);
    }
  }

  /** Disconnects it after some silence. */
  rest(now: number): void {
    if (!this.#awake || this.freeAt + MAX_SILENCE_S > now) return;
    this.#pressure.disconnect();
    this.#awake = false;
  }

  /** Approximate level of its note at a time, linear. */
  levelAt(time: number): number {
    return this.#decay === Infinity
      ? this.peak
      : this.peak * Math.exp(-Math.max(0, time - this.startsAt) / this.#decay);
  }

  dispose(): void {
    this.#source.dispose();
    this.#gate.disconnect();
    this.#envelope.disconnect();
    this.#pressure.disconnect();
    this.#vibrato.disconnect();
  }

  #close(time: number, constant: number): void {
    const { gain } = this.#envelope;
    gain.setTargetAtTime(0, time, constant);
    this.freeAt = time + INAUDIBLE_CONSTANTS * constant;
    this.#gate.gain.cancelScheduledValues(time);
    this.#gate.gain.setValueAtTime(0, this.freeAt);
  }

  #shake(cents: number, time: number): void {
    // Connected at the first vibrato: a modulated pitch is computed per sample.
    if (cents !== 0 && !this.#shaken) {
      for (const detune of this.#source.detunes) this.#vibrato.connect(detune);
      this.#shaken = true;
    }
    if (this.#shaken) follow(this.#vibrato.gain, cents, time);
  }
}

function follow(param: AudioParam, value: number, time: number): void {
  param.cancelScheduledValues(time);
  param.setTargetAtTime(value, time, GLIDE_S);
}
