import { MAX_STROKES, ROOM_PROCESSOR, STRING_PROCESSOR, type StringParameter } from './resonatorsProtocol.ts';

/** Missing from TypeScript's worklet types. */
interface ParameterDescriptor {
  name: string;
  defaultValue: number;
  minValue: number;
  maxValue: number;
}

/** Longest delay, s: the period of a string that is bent below the audible range. */
const MAX_DELAY = 1;
/** Samples below this are set to 0: decaying numbers would become denormal and slow. */
const DENORMAL_LIMIT = 1e-9;

/** Pole of the DC filter: 40 Hz. */
const DC_POLE = 0.995;

/** Position of the pluck, share of the string's length: the length of the pulse, in periods. */
const PLUCKED_AT = 0.24;
/** Level of the finger's noise, share of the pulse. */
const FINGER_NOISE = 0.2;

/** One delay line with a fractional read. */
class DelayLine {
  readonly #ring = new Float32Array(2 ** Math.ceil(Math.log2(MAX_DELAY * sampleRate + 4)));
  #write = 0;

  /** The sample `delay` samples ago (at least 1), by linear interpolation. */
  read(delay: number): number {
    const mask = this.#ring.length - 1;
    const integer = Math.floor(delay);
    const between = delay - integer;
    const at = this.#write - integer;
    return this.#ring[at & mask]! * (1 - between) + this.#ring[(at - 1) & mask]! * between;
  }

  push(sample: number): void {
    this.#ring[this.#write] = Math.abs(sample) < DENORMAL_LIMIT ? 0 : sample;
    this.#write = (this.#write + 1) & (this.#ring.length - 1);
  }
}

/**
 * Lengths of the room's combs, s. No key of equal temperament lies where many of them ring, or none: of neighbours, one
 * would be louder. Found by a random search over the keys C1 to C8.
 */
const COMB_LENGTHS_S = [
  0.022, 0.02501, 0.02685, 0.02859, 0.02969, 0.03049, 0.03223, 0.03317, 0.03497, 0.03609, 0.03749, 0.03844,
] as const;
/** Level of each. */
const COMB_LEVEL = 0.41;

/** A small room: parallel feedback combs (M. R. Schroeder, "Natural Sounding Artificial Reverberation", JAES 1962). */
class RoomProcessor extends AudioWorkletProcessor {
  readonly #lines = COMB_LENGTHS_S.map((seconds) => ({ line: new DelayLine(), delay: seconds * sampleRate }));

  static get parameterDescriptors(): ParameterDescriptor[] {
    return [{ name: 'feedback', defaultValue: 0.5, minValue: 0, maxValue: 0.99999 }];
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][], parameters: Record<string, Float32Array>): boolean {
    const from = inputs[0]![0];
    const to = outputs[0]![0]!;
    const feedbacks = parameters['feedback']!;
    for (let i = 0; i < to.length; i++) {
      const sample = from === undefined ? 0 : from[i]!;
      const feedback = feedbacks.length > 1 ? feedbacks[i]! : feedbacks[0]!;
      let sum = 0;
      for (const { line, delay } of this.#lines) {
        const delayed = line.read(delay);
        line.push(sample + delayed * feedback);
        sum += delayed;
      }
      to[i] = COMB_LEVEL * sum;
    }
    return true;
  }
}

/** Low-pass, as a BiquadFilterNode with a Q of 0 dB. */
class LowPass {
  #hz = 0;
  #edge = 0;
  #middle = 0;
  #back1 = 0;
  #back2 = 0;
  #in1 = 0;
  #in2 = 0;
  #out1 = 0;
  #out2 = 0;

  /** Filters one sample with the cutoff `hz`. */
  filter(sample: number, hz: number): number {
    if (hz !== this.#hz) this.#tune(hz);
    const filtered =
      this.#edge * (sample + this.#in2) +
      this.#middle * this.#in1 -
      this.#back1 * this.#out1 -
      this.#back2 * this.#out2;
    this.#in2 = this.#in1;
    this.#in1 = sample;
    this.#out2 = this.#out1;
    this.#out1 = Math.abs(filtered) < DENORMAL_LIMIT ? 0 : filtered;
    return filtered;
  }

  #tune(hz: number): void {
    this.#hz = hz;
    const w = (2 * Math.PI * hz) / sampleRate;
    const alpha = Math.sin(w) / 2;
    const integer = 1 + alpha;
    this.#middle = (1 - Math.cos(w)) / integer;
    this.#edge = this.#middle / 2;
    this.#back1 = (-2 * Math.cos(w)) / integer;
    this.#back2 = (1 - alpha) / integer;
  }
}

/**
 * A plucked string (K. Karplus, A. Strong, "Digital Synthesis of Plucked-String and Drum Timbres", CMJ 1983): a delay
 * line in a loop with a one-pole low-pass (`damping`, 0 to 1) that rings for `ring` seconds to -60 dB. Compensates the
 * filter's delay and gain at the fundamental, so that the pitch is that of `frequency` and `detune` (cents) at any
 * damping. Passes the pluck to the output at once, not a period later. Its input is the noise of the plucking finger.
 */
class StringProcessor extends AudioWorkletProcessor {
  readonly #line = new DelayLine();
  readonly #finger = new LowPass();
  #stroke = 0;
  #level = 0;
  /** Samples until the pulse ends, and until the sound before the stroke has faded. */
  #pulse = 0;
  #mute = 0;
  #last = 0;
  #played = 0;
  #moved = 0;
  #hz = 0;
  #cents = 0;
  #ring = -1;
  #damping = -1;
  #loop = 0;
  #delay = 1;
  #feedback = 0;

  static get parameterDescriptors(): ParameterDescriptor[] {
    return [
      { name: 'frequency', defaultValue: 440, minValue: 8, maxValue: sampleRate / 4 },
      { name: 'detune', defaultValue: 0, minValue: -153_600, maxValue: 153_600 },
      { name: 'ring', defaultValue: 0, minValue: 0, maxValue: 60 },
      { name: 'damping', defaultValue: 0.5, minValue: 0, maxValue: 0.95 },
      { name: 'finger', defaultValue: 1000, minValue: 10, maxValue: sampleRate / 2 },
      { name: 'stroke', defaultValue: 0, minValue: 0, maxValue: MAX_STROKES + 1 },
    ];
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][], parameters: Record<string, Float32Array>): boolean {
    const from = inputs[0]![0];
    const to = outputs[0]![0]!;
    const { frequency, detune, ring, damping, finger, stroke } = parameters as Record<StringParameter, Float32Array>;
    const at = (values: Float32Array, i: number): number => (values.length > 1 ? values[i]! : values[0]!);
    for (let i = 0; i < to.length; i++) {
      const hz = at(frequency, i);
      if (at(stroke, i) !== this.#stroke) this.#pluck(at(stroke, i), hz);
      this.#tune(hz, at(detune, i), this.#mute > 0 ? 0 : at(ring, i), at(damping, i));
      this.#last += (1 - this.#loop) * (this.#line.read(this.#delay) - this.#last);
      // Its last sample is a part of one: the length, and so the level, would go in steps from key to key.
      const pulse =
        this.#pulse > 0
          ? Math.min(1, this.#pulse) * this.#level * (1 + FINGER_NOISE * (from === undefined ? 0 : from[i]!))
          : 0;
      this.#pulse -= 1;
      this.#mute -= 1;
      // Remove DC: it would stay in the loop as long as the note, inaudible.
      const played = this.#finger.filter(pulse, at(finger, i));
      this.#moved = played - this.#played + DC_POLE * this.#moved;
      this.#played = played;
      const sample = this.#moved + this.#last * this.#feedback;
      this.#line.push(sample);
      to[i] = sample;
    }
    return true;
  }

  #pluck(stroke: number, hz: number): void {
    this.#stroke = stroke;
    this.#level = stroke % 1;
    this.#pulse = (PLUCKED_AT * sampleRate) / hz;
    this.#mute = sampleRate / hz;
  }

  #tune(hz: number, cents: number, ring: number, dampingTarget: number): void {
    if (hz === this.#hz && cents === this.#cents && ring === this.#ring && dampingTarget === this.#damping) return;
    this.#hz = hz;
    this.#cents = cents;
    this.#ring = ring;
    this.#damping = dampingTarget;
    const sounding = hz * 2 ** (cents / 1200);
    const w = (2 * Math.PI * sounding) / sampleRate;
    // Limit the filter's loss at the fundamental to that of the ring: the feedback cannot be above 1 to compensate.
    const loss = (2 * Math.log(1000)) / (sounding * Math.max(0.05, ring) * w * w);
    const damping = Math.min(dampingTarget, (2 * loss + 1 - Math.sqrt(4 * loss + 1)) / (2 * loss));
    this.#loop = damping;
    const filterDelay = Math.atan2(damping * Math.sin(w), 1 - damping * Math.cos(w)) / w;
    const filterGain = (1 - damping) / Math.hypot(1 - damping * Math.cos(w), damping * Math.sin(w));
    this.#delay = Math.max(1, sampleRate / sounding - filterDelay);
    // The loop must lose a little at every frequency, 0 Hz included.
    this.#feedback = ring === 0 ? 0 : Math.min(0.9999, 10 ** (-3 / (sounding * ring)) / filterGain);
  }
}

registerProcessor(ROOM_PROCESSOR, RoomProcessor);
registerProcessor(STRING_PROCESSOR, StringProcessor);
