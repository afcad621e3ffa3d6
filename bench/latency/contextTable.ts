import {
  AudioContext as EvenContext,
  GainNode as EvenGain,
  OfflineAudioContext as EvenOffline,
  OscillatorNode as EvenOscillator,
} from 'standardized-audio-context';

/* Cost of the nodes of standardized-audio-context beside the browser's own (docs/decisions.md, 37). */

const SAMPLE_RATE = 48_000;
const NOTE_COUNT = 300;
const ROUND_COUNT = 2000;

/** The common part of both kinds of AudioParam: all that a note needs of it. */
interface Param {
  setValueAtTime(value: number, time: number): unknown;
  linearRampToValueAtTime(value: number, time: number): unknown;
  cancelScheduledValues(time: number): unknown;
}

export interface ContextCost {
  name: string;
  /** Eight automation events, as one note of ours has them, µs. */
  note: number;
  /** Rendering of 300 notes offline, ms. */
  offline: number;
  /** Functions that our engine needs of a context, and this one does not have. */
  missing: string[];
}

function automate(param: Param, time: number): void {
  param.cancelScheduledValues(time);
  param.setValueAtTime(0, time);
  for (let i = 1; i <= 5; i++) param.linearRampToValueAtTime(i / 5, time + i * 0.01);
  param.setValueAtTime(0, time + 0.1);
}

function noteCost(param: Param, context: { readonly currentTime: number }): number {
  const began = performance.now();
  // Like a voice that is played again: cancels its later events.
  for (let i = 0; i < ROUND_COUNT; i++) automate(param, context.currentTime);
  return ((performance.now() - began) * 1000) / ROUND_COUNT;
}

async function offlineCost(render: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await render();
  return performance.now() - began;
}

const NEEDED_FEATURES = ['getOutputTimestamp', 'outputLatency', 'baseLatency', 'audioWorklet'] as const;
const missingIn = (context: object): string[] => NEEDED_FEATURES.filter((name) => !(name in context));

function renderNative(): Promise<AudioBuffer> {
  const context = new OfflineAudioContext(1, SAMPLE_RATE * 30, SAMPLE_RATE);
  for (let i = 0; i < NOTE_COUNT; i++) {
    const oscillator = new OscillatorNode(context, { frequency: 220 + i });
    const gain = new GainNode(context, { gain: 0 });
    oscillator.connect(gain).connect(context.destination);
    automate(gain.gain, i * 0.1);
    oscillator.start(i * 0.1);
    oscillator.stop(i * 0.1 + 0.1);
  }
  return context.startRendering();
}

function renderEven(): Promise<unknown> {
  const context = new EvenOffline({ length: SAMPLE_RATE * 30, numberOfChannels: 1, sampleRate: SAMPLE_RATE });
  for (let i = 0; i < NOTE_COUNT; i++) {
    const oscillator = new EvenOscillator(context, { frequency: 220 + i });
    const gain = new EvenGain(context, { gain: 0 });
    oscillator.connect(gain).connect(context.destination);
    automate(gain.gain, i * 0.1);
    oscillator.start(i * 0.1);
    oscillator.stop(i * 0.1 + 0.1);
  }
  return context.startRendering();
}

/** Measures both in turns, three times; the fastest of each counts. */
export async function contextTable(): Promise<ContextCost[]> {
  const native = new AudioContext();
  const even = new EvenContext();
  const costs: ContextCost[] = [
    { name: "the browser's own", note: Infinity, offline: Infinity, missing: missingIn(native) },
    { name: 'standardized-audio-context', note: Infinity, offline: Infinity, missing: missingIn(even) },
  ];
  for (let round = 0; round < 3; round++) {
    costs[0]!.note = Math.min(costs[0]!.note, noteCost(new GainNode(native).gain, native));
    costs[1]!.note = Math.min(costs[1]!.note, noteCost(new EvenGain(even).gain, even));
    costs[0]!.offline = Math.min(costs[0]!.offline, await offlineCost(renderNative));
    costs[1]!.offline = Math.min(costs[1]!.offline, await offlineCost(renderEven));
  }
  await Promise.all([native.close(), even.close()]);
  return costs;
}
