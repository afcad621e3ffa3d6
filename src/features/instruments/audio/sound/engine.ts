import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import limiterUrl from '#worklets/limiter.worklet.ts?worker&url';
import { LIMITER_PROCESSOR, type LimiterOnset } from '#worklets/limiterProtocol.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { withTimeout } from '#core/lifetime/withTimeout.ts';
import { soundContext } from '#core/audio/context.ts';
import { LatencyMeter, type OutputDelays, type OutputMoment } from './latencyMeter.ts';
import { playSequence, type Sequence, type SequenceOptions } from './sequence.ts';
import { MAX_VOICES, VoicePool } from './voices.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';

/** Maximum lead of a reported time, ms; later ones are wrong. */
const MAX_AHEAD_MS = 100;

/** The used properties of a context. */
export type OutputClock = Pick<AudioContext, 'baseLatency' | 'outputLatency' | 'currentTime' | 'getOutputTimestamp'>;

/**
 * False in Firefox on Linux, whose page may hang for good when it reads the delay of its output. `outputLatency` and
 * `getOutputTimestamp` wait there for PulseAudio's lock while holding the lock of the audio graph; PulseAudio holds its
 * own while it waits for that graph. Measured with ESR 153: the first key on the keyboard hung the page in four of five
 * visits to a busy machine, and in none of 42 without that read. We found no thread about it; mozilla/audioipc#187
 * describes how such calls queue up.
 */
export function canReadOutputDelay(userAgent: string = navigator.userAgent): boolean {
  return !/Linux(?!; Android).*Firefox\//.test(userAgent);
}

/**
 * The output moment of a sample's time on the context's clock (s) and the time when it was rendered (ms since the
 * epoch).
 */
export function renderedMoment(contextTime: number, rendered: number): OutputMoment {
  return { contextTime, performanceTime: performance.now() - (Date.now() - rendered) };
}

/**
 * The time of the context's clock at the speakers. Estimated when the browser does not report it: from a `rendered`
 * sample, else from the clock itself. In Firefox with PulseAudio it jumps by up to 70 ms.
 */
export function outputMoment(
  context: OutputClock,
  canRead: boolean = canReadOutputDelay(),
  rendered: OutputMoment = { contextTime: context.currentTime, performanceTime: performance.now() },
): OutputMoment {
  const now = performance.now();
  const delay = (canRead && context.outputLatency) || context.baseLatency || 0;
  const { contextTime = 0, performanceTime = 0 } = canRead ? context.getOutputTimestamp() : {};
  // WebKitGTK 2.50 adds the context's own time, so that it runs ever further ahead.
  if (!(performanceTime > 0 && contextTime > 0 && performanceTime < now + MAX_AHEAD_MS))
    return { contextTime: rendered.contextTime - delay, performanceTime: rendered.performanceTime };
  // Firefox reports the computed time, not the audible one: subtract the output's delay.
  const behind = context.currentTime - (contextTime + (now - performanceTime) / 1000);
  return { contextTime: behind < delay / 2 ? contextTime - delay : contextTime, performanceTime };
}

/** The delays that the browser reports; null where `outputLatency` is 0 or missing. */
export function outputDelays(context: OutputClock, canRead: boolean = canReadOutputDelay()): OutputDelays {
  const output = canRead ? context.outputLatency : 0;
  return { base: context.baseLatency * 1000, output: output > 0 ? output * 1000 : null };
}

/** A limiter that is not loaded after this time is done without, ms. */
const LIMITER_MS = 8000;
/** Interval of suspending silent voices, ms. */
const REST_MS = 2_000;

/**
 * The page's sound engine: voices and limiter on the shared context; Tone's context and instruments are added when
 * needed. Loaded and opened on the first gesture; lasts as long as its context.
 */
export interface Instrument {
  readonly context: AudioContext;
  /**
   * Tone's context on the shared one, for clocks. Loaded when first needed: tapping notes does not need it.
   * @throws the browser's error when it cannot be fetched
   */
  tone(): Promise<BaseContext>;
  readonly voices: VoicePool;
  readonly latency: LatencyMeter;
  /** Plays notes one after the other. A new sequence stops the one before. */
  play(notes: readonly NoteCode[], options?: SequenceOptions): Sequence;
  /**
   * The time on the context's clock, s, that is audible at a time of the page's performance clock, ms; now by default.
   */
  audibleTime(at?: number): number;
}

let current: Instrument | null = null;
let opening: Promise<Instrument> | null = null;

/** The engine if it is open and running, else null, for handlers that must not wait. */
export function instrumentNow(): Instrument | null {
  return current !== null && standsAndSounds(current) ? current : null;
}

/**
 * Opens the engine and makes it run. Call it in a gesture.
 * @throws CodedError `context_not_started`
 */
export async function openInstrument(): Promise<Instrument> {
  if (current?.context.state === 'closed') current = null;
  if (current === null) {
    opening ??= build().finally(() => {
      opening = null;
    });
    current = await opening;
  }
  if (!standsAndSounds(current)) await soundContext.ensureRunning();
  return current;
}

/** Checks the clock too: some browsers report `running` while it is stopped. */
function standsAndSounds({ context }: Instrument): boolean {
  return context.state === 'running' && soundContext.state === 'running';
}

async function build(): Promise<Instrument> {
  const context = soundContext.get();
  const running = soundContext.ensureRunning();
  const scope = new Scope();
  const latency = new LatencyMeter();
  const [limiter] = await Promise.all([
    createLimiter(context, ({ frame, silence, rendered }) => {
      const time = frame / context.sampleRate;
      const moment = outputMoment(context, canReadOutputDelay(), renderedMoment(time, rendered));
      latency.onset({ time, silence }, moment, outputDelays(context));
    }),
    running,
  ]);
  limiter.connect(context.destination);
  let pendingContext: Promise<BaseContext> | null = null;
  const tone = (): Promise<BaseContext> => {
    pendingContext ??= import('./toneContext.ts').then(
      ({ toneContextOn }) => toneContextOn(context),
      (error: unknown) => {
        pendingContext = null;
        throw error;
      },
    );
    return pendingContext;
  };
  const voices = new VoicePool(context, limiter, MAX_VOICES, tone);
  scope.interval(() => {
    if (context.state === 'closed') scope.dispose();
    else voices.rest();
  }, REST_MS);
  return {
    context,
    tone,
    voices,
    latency,
    play: (notes, options) => playSequence({ context, voices }, notes, options),
    audibleTime: (at = performance.now()) => {
      const { contextTime, performanceTime } = outputMoment(context);
      return contextTime + (at - performanceTime) / 1000;
    },
  };
}

/** The limiter at the output. Without its worklet, the browser's compressor protects the listener, 6 ms late. */
async function createLimiter(context: AudioContext, onOnset: (onset: LimiterOnset) => void): Promise<AudioNode> {
  try {
    await withTimeout(context.audioWorklet.addModule(limiterUrl), LIMITER_MS, () => {
      throw new Error('The limiter did not load.');
    });
    const node = new AudioWorkletNode(context, LIMITER_PROCESSOR, { outputChannelCount: [1] });
    node.port.onmessage = ({ data }: MessageEvent<LimiterOnset>) => onOnset(data);
    return node;
  } catch {
    return new DynamicsCompressorNode(context, { threshold: -3, knee: 0, ratio: 20, attack: 0.001, release: 0.1 });
  }
}
