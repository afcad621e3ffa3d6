import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import type { Multiply } from 'tone/build/esm/signal/Multiply.js';
import { AMOscillator } from 'tone/build/esm/source/oscillator/AMOscillator.js';
import { FMOscillator } from 'tone/build/esm/source/oscillator/FMOscillator.js';
import { Oscillator } from 'tone/build/esm/source/oscillator/Oscillator.js';
import { Noise } from 'tone/build/esm/source/Noise.js';
import { MAX_STROKES, STRING_PROCESSOR, type StringParameter } from '#worklets/resonatorsProtocol.ts';
import { BRIGHTNESS_S, type VoiceSource } from './source.ts';
import { connect, nativeParamOf } from './toneNodes.ts';

/** Resources shared by the voices of a tone. */
export interface ToneSources {
  context: BaseAudioContext;
  toneContext: BaseContext;
  /** Noise shared by all voices, gated by each. */
  noise(type: 'white' | 'pink' | 'brown'): AudioNode;
}

export function openToneSources(context: BaseAudioContext, toneContext: BaseContext): ToneSources {
  const noises = new Map<string, AudioNode>();
  return {
    context,
    toneContext,
    noise: (type) => {
      let node = noises.get(type);
      if (node === undefined) {
        node = new GainNode(context);
        const noise = new Noise({ context: toneContext, type });
        connect(noise, node);
        noise.start(toneContext.immediate());
        noises.set(type, node);
      }
      return node;
    },
  };
}

/** Brightness 0 to 1 as a factor: 1 in the middle, `octaves` octaves from end to end. */
function brightnessFactor(brightness: number, octaves: number): number {
  return 2 ** ((brightness - 0.5) * octaves);
}

function set(param: AudioParam, value: number, time: number): void {
  param.cancelScheduledValues(time);
  param.setValueAtTime(value, time);
}

function smoothTo(param: AudioParam, value: number, time: number): void {
  param.cancelScheduledValues(time);
  param.setTargetAtTime(value, time, BRIGHTNESS_S);
}

interface FmSpec {
  /** Frequency of the modulator, as a multiple of the note's. */
  harmonicity: number;
  /** Modulation index of a full stroke, and the sustained share of it. */
  index: number;
  sustainedShare: number;
  /** Time constant between them, s. */
  settlingTime: number;
}

/** Frequency modulation of one sine by another: bells, electric pianos, glass (J. Chowning, JAES 1973). */
export function fmSource({ context, toneContext }: ToneSources, spec: FmSpec): VoiceSource {
  const output = new GainNode(context);
  const fm = new FMOscillator({
    context: toneContext,
    type: 'sine',
    modulationType: 'sine',
    harmonicity: spec.harmonicity,
    modulationIndex: 0,
  });
  connect(fm, output);
  fm.start(toneContext.immediate());
  const frequency = nativeParamOf(fm.frequency);
  // Typed as Signal, it is a Multiply, whose factor is the index.
  const index = nativeParamOf((fm.modulationIndex as unknown as Multiply).factor);
  let full = 0;
  return {
    output,
    detunes: [nativeParamOf(fm.detune)],
    strike: (time, hz, velocity, brightness) => {
      full = spec.index * (0.35 + 0.65 * velocity);
      const now = full * brightnessFactor(brightness, 3);
      set(frequency, hz, time);
      set(index, now, time);
      index.setTargetAtTime(now * spec.sustainedShare, time, spec.settlingTime);
    },
    setBrightness: (time, brightness) =>
      smoothTo(index, full * spec.sustainedShare * brightnessFactor(brightness, 3), time),
    dispose: () => fm.dispose(),
  };
}

interface PartialsSpec {
  /** Amplitudes of the partials, the fundamental first. */
  partials: readonly number[];
  /** Cutoff of the low-pass as a multiple of the note, and its minimum, Hz. */
  cutoff: number;
  minCutoff: number;
  /** Breath: noise around a multiple of the note, with its level at the onset and sustained. */
  breath?: { noise: 'pink' | 'brown'; ratio: number; q: number; stroke: number; sustained: number };
  /** Initial pitch of a struck skin or bar: a factor that falls with this time constant, s. */
  drop?: { from: number; timeConstant: number };
  /** Amplitude modulation at a multiple of the note. */
  am?: number;
}

/** Partials through a low-pass that follows the key, with optional breath or falling pitch. */
export function partialsSource(sources: ToneSources, spec: PartialsSpec): VoiceSource {
  const { context, toneContext } = sources;
  const output = new BiquadFilterNode(context, { type: 'lowpass', Q: 0.4 });
  const oscillator =
    spec.am === undefined
      ? new Oscillator({ context: toneContext })
      : new AMOscillator({ context: toneContext, modulationType: 'sine', harmonicity: spec.am });
  // Tone caches waves by their partials alone and uses one of 44.1 kHz at 48 kHz, 147 cents too high. An inaudible last
  // partial encodes the rate.
  oscillator.partials = [...spec.partials, context.sampleRate * 1e-13];
  connect(oscillator, output);
  oscillator.start(toneContext.immediate());
  const frequency = nativeParamOf(oscillator.frequency);
  const { breath } = spec;
  const level = new GainNode(context, { gain: 0 });
  const band = new BiquadFilterNode(context, { type: 'bandpass' });
  if (breath !== undefined) {
    band.Q.value = breath.q;
    sources.noise(breath.noise).connect(level).connect(band).connect(output);
  }
  let openCutoff = 0;
  return {
    output,
    detunes: [nativeParamOf(oscillator.detune)],
    strike: (time, hz, velocity, brightness) => {
      if (spec.drop === undefined) set(frequency, hz, time);
      else {
        set(frequency, hz * spec.drop.from, time);
        frequency.setTargetAtTime(hz, time, spec.drop.timeConstant);
      }
      openCutoff = Math.max(spec.minCutoff, hz * spec.cutoff) * (0.6 + 0.4 * velocity);
      set(output.frequency, Math.min(20_000, openCutoff * brightnessFactor(brightness, 4)), time);
      if (breath !== undefined) {
        set(band.frequency, Math.min(16_000, hz * breath.ratio), time);
        set(level.gain, 0, time);
        level.gain.setTargetAtTime(breath.stroke, time, 0.004);
        level.gain.setTargetAtTime(breath.sustained, time + 0.03, 0.06);
      }
    },
    setBrightness: (time, brightness) =>
      smoothTo(output.frequency, Math.min(20_000, openCutoff * brightnessFactor(brightness, 4)), time),
    dispose: () => {
      oscillator.dispose();
      output.disconnect();
      level.disconnect();
    },
  };
}

/** The level of filtered noise falls with its bandwidth; this is its gain at 1 kHz and Q 1. */
const AIR_LEVEL = 0.55;
const AIR_Q = 5;

/** Frequency of the noise as a multiple of the note: at the note itself it pulled C3 by 3 cents. */
const AIR_RATIO = 2.5;

/** Noise in bands above the note, over a quiet sine for the pitch. */
export function airSource(sources: ToneSources): VoiceSource {
  const { context, toneContext } = sources;
  const output = new GainNode(context);
  const band = new BiquadFilterNode(context, { type: 'bandpass', Q: AIR_Q });
  const level = new GainNode(context, { gain: 0 });
  // A second, wider band above, for the breath.
  const hiss = new BiquadFilterNode(context, { type: 'bandpass', Q: 1.2 });
  const hissLevel = new GainNode(context, { gain: 0 });
  const noise = sources.noise('white');
  noise.connect(band).connect(level).connect(output);
  noise.connect(hiss).connect(hissLevel).connect(output);
  const oscillator = new Oscillator({ context: toneContext, type: 'sine', volume: -7 });
  connect(oscillator, output);
  oscillator.start(toneContext.immediate());
  const frequency = nativeParamOf(oscillator.frequency);
  const hissFor = (brightness: number): number => 0.5 * brightnessFactor(brightness, 4);
  return {
    output,
    detunes: [nativeParamOf(oscillator.detune), band.detune],
    strike: (time, hz, _, brightness) => {
      set(frequency, hz, time);
      set(band.frequency, Math.min(16_000, AIR_RATIO * hz), time);
      set(level.gain, AIR_LEVEL * Math.sqrt((1000 * AIR_Q) / hz), time);
      set(hiss.frequency, Math.min(14_000, 4 * hz), time);
      set(hissLevel.gain, hissFor(brightness), time);
    },
    setBrightness: (time, brightness) => smoothTo(hissLevel.gain, hissFor(brightness), time),
    dispose: () => {
      oscillator.dispose();
      output.disconnect();
    },
  };
}

/** Decay of a plucked string to -60 dB, s, at C4; lower strings ring longer. */
const RING_S = 4;
/** Damping of the loop at brightness 0.5. */
const LOOP_DAMPING = 0.4;
/** Level of a full stroke. */
const STROKE_LEVEL = 0.8;
/** Softness of the finger: cutoff of the excitation as a multiple of the note. */
const FINGER_CUTOFF = 4;

/**
 * A plucked string: a pulse with a little noise into a loop. The strokes are numbered, as a pulse of automation is
 * skipped when it reaches the audio thread after its end (see `Voice`).
 *
 * Reasons against Tone's PluckSynth, measured (15.5, 48 kHz): A4 is 14 cents flat, as its loop has whole samples only;
 * the first sample comes a period late (15 ms at C2); its low-pass is before the loop, so that the string never
 * darkens; 40 voices cost 28 % of a core. Its excitation, a period of noise, has random partials: the fundamentals of
 * six equal strokes differed by 8 dB.
 */
export function stringSource(sources: ToneSources): VoiceSource {
  const { context } = sources;
  const string = new AudioWorkletNode(context, STRING_PROCESSOR, { numberOfInputs: 1, outputChannelCount: [1] });
  sources.noise('white').connect(string);
  const parameter = (name: StringParameter): AudioParam => string.parameters.get(name)!;
  const [frequency, ring, damping, finger, stroke] = [
    parameter('frequency'),
    parameter('ring'),
    parameter('damping'),
    parameter('finger'),
    parameter('stroke'),
  ];
  let strokes = 0;
  return {
    output: string,
    detunes: [parameter('detune')],
    strike: (time, hz, velocity, brightness) => {
      set(frequency, hz, time);
      set(damping, LOOP_DAMPING / brightnessFactor(brightness, 3), time);
      set(finger, Math.min(16_000, FINGER_CUTOFF * hz * brightnessFactor(brightness, 3)), time);
      set(ring, RING_S * Math.min(1.4, Math.sqrt(262 / hz)), time);
      strokes = (strokes % MAX_STROKES) + 1;
      set(stroke, strokes + STROKE_LEVEL * (0.6 + 0.4 * velocity), time);
    },
    setBrightness: (time, brightness) => smoothTo(damping, LOOP_DAMPING / brightnessFactor(brightness, 3), time),
    dispose: () => string.disconnect(),
  };
}
