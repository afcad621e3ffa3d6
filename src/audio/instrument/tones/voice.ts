import { hzOfMidi } from '../../../domain/pitch/pitch.ts';
import { velocityGain, type Patch } from '../patch.ts';
import { NEUTRAL, type Expression, type ExpressionValues } from './expression.ts';
import type { VoiceSource } from './source.ts';

/** Time constant with which a stolen note fades, s. */
const STEAL = 0.003;
/** A fade that has run for so many time constants is inaudible (-78 dB) and is set to zero. */
const INAUDIBLE = 9;
/** Level at which the fade ends, as a share of the full gain (0.3 down to 0.01). */
const FADE_END = 1 / 30;
/** Time constant of the last bit of a fade, s. */
const CLOSE = 0.005;
/** A voice that has been silent for so long is left out of what the browser computes, s. */
const DROWSY = 1;
/** Time constant of a bend and of pressure, s. */
const GLIDE = 0.004;

/**
 * One voice of the pool: a running source behind a gate and an envelope, and what a performer does to its note. Nodes are made
 * once; a note is a handful of automation events.
 *
 * Every segment that is heard is a `setTargetAtTime`, which starts from whatever value the audio thread has reached: no reading
 * back of values, no `cancelAndHoldAtTime` (Firefox has none), and no race that could make a click.
 *
 * The rise is alone on the gate, since events may reach the audio thread after their time: it computes a device's whole buffer at
 * once, while the page still reads the moment before. Chromium and WebKit leave out a segment whose successor has begun by then
 * (Blink's `AudioParamTimeline`), and a note whose rise and fall were one envelope was silent 10 ms after its time.
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
  /** What is done to this note alone. */
  readonly own: ExpressionValues = { ...NEUTRAL };
  /** 0: its note was stolen, or it never had one. */
  id = 0;
  /** Who plays it. */
  player = '';
  patch: Patch;
  startsAt = 0;
  /** Gain at the start, and time constant of its decay (Infinity when held). */
  peak = 0;
  #decay = Infinity;
  /** When it was let go or stolen; Infinity before. */
  endingAt = 0;
  stolen = false;
  /** From then on it is silent and may be used again. */
  freeAt = 0;

  /** @param vibrato what shakes its pitch, at a level of 1 */
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

  /** Begins a note at `time` (s), with what the performer does at that moment. */
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
    // A voice that is taken over while it fades goes on from where it stands.
    if (shut) gain.setValueAtTime(this.peak, time);
    else gain.setTargetAtTime(this.peak, time, patch.attack);
    const risen = time + 5 * patch.attack;
    if (patch.fade === 'length') {
      const end = time + Math.max(length, 0.03);
      this.#decay = (end - time) / -Math.log(FADE_END);
      gain.setTargetAtTime(0, risen, this.#decay);
      this.#close(end, CLOSE);
    } else {
      this.#decay = patch.sustain === 1 ? Infinity : patch.decay;
      this.freeAt = Infinity;
      if (patch.sustain < 1) gain.setTargetAtTime(this.peak * patch.sustain, risen, patch.decay);
      // Struck and plucked notes end by themselves, however long the key is down.
      if (patch.sustain === 0) this.#close(risen + INAUDIBLE * patch.decay, CLOSE);
    }
  }

  /** One value of the note changes; `value` is what the note's, its source's and the pool's come to. */
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
        this.#source.brighten(time, value);
        break;
    }
  }

  /** The key goes up. Harmless when the note has ended or ends earlier. */
  letGo(at: number, release: number = this.patch.release): void {
    const time = Math.max(at, this.startsAt + 3 * this.patch.attack);
    if (this.stolen || this.endingAt <= time || this.freeAt <= time + INAUDIBLE * release) return;
    this.#envelope.gain.cancelScheduledValues(time);
    this.#close(time, release);
    this.endingAt = time;
  }

  /** Makes room for another note, or takes back one that has not begun. */
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
      this.#close(time, STEAL);
    }
  }

  /** Lets the browser leave it out, when it has been silent for a while. */
  rest(now: number): void {
    if (!this.#awake || this.freeAt + DROWSY > now) return;
    this.#pressure.disconnect();
    this.#awake = false;
  }

  /** About how loud its note is at a time, linear. */
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
    this.freeAt = time + INAUDIBLE * constant;
    this.#gate.gain.cancelScheduledValues(time);
    this.#gate.gain.setValueAtTime(0, this.freeAt);
  }

  #shake(cents: number, time: number): void {
    // Connected with the first vibrato: a pitch that is fed by a signal is computed sample by sample.
    if (cents !== 0 && !this.#shaken) {
      for (const detune of this.#source.detunes) this.#vibrato.connect(detune);
      this.#shaken = true;
    }
    if (this.#shaken) follow(this.#vibrato.gain, cents, time);
  }
}

function follow(param: AudioParam, value: number, time: number): void {
  param.cancelScheduledValues(time);
  param.setTargetAtTime(value, time, GLIDE);
}

/** Lower is better: free voices by how long they have been silent, then stolen ones by how soon they will be. */
export function rank(voice: Voice, time: number): number {
  if (voice.freeAt <= time) return voice.freeAt - time - 1e9;
  return voice.stolen ? voice.freeAt - time : 1e9 + voice.startsAt;
}

/** True when `a` should make room rather than `b`: what is let go first, then what is quieter, then what is older. */
export function moreDispensable(a: Voice, b: Voice, time: number): boolean {
  const [endingA, endingB] = [a.endingAt <= time, b.endingAt <= time];
  if (endingA !== endingB) return endingA;
  const difference = a.levelAt(time) - b.levelAt(time);
  return difference !== 0 ? difference < 0 : a.id < b.id;
}
