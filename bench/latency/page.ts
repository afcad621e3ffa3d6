import * as Tone from 'tone';
import { openInstrument, type Instrument } from '#features/instruments/audio/sound/engine.ts';
import { Performer } from '#features/instruments/audio/midi/performer/performer.ts';
import { patchFor } from '#features/instruments/audio/sound/patch.ts';
import { TONE_IDS, type ToneId } from '#features/instruments/domain/keyboard/tone.ts';
import { contextTable } from './contextTable.ts';
import { keyLooks } from './keyLooks.ts';
import { soak } from './soak.ts';
import { openTap, type Tap } from './tap.ts';

/*
 * The page of the latency bench. All engines live in one context and are started by one handler for one event, in an
 * order that changes from event to event, each into another input of the tap: only the engine differs.
 */

export const ENGINES = ['bare OscillatorNode', 'Accord', 'Tone.js defaults'] as const;
/** Length of a note, s. */
const NOTE_S = 0.04;

/** Time after which a note of ours is ended, and its reverb emptied, ms: the next event must find silence. */
const QUIET_MS = 70;

export interface EventResult {
  /** Event to first sample, ms, by engine; null when the tap did not detect it. */
  latencies: (number | null)[];
}

let context: AudioContext;
let instrument: Instrument;
let tap: Tap;
/** `time`: the event's time stamp, ms; `handled`: the context's time in the handler, s. */
let events: { time: number; handled: number }[] = [];
/** Readings of the output's time stamp: when (ms, page) and how far the context's clock was ahead (ms). */
let readings: { at: number; offset: number }[] = [];
let toneContext: Tone.Context;
let toneSynth: Tone.Synth;
let turn = 0;
const port = new EventTarget();

/** Lets the app's own engine run into the tap instead of the speakers, without a hook in the app. */
async function openInto(index: number): Promise<Instrument> {
  const connect = AudioNode.prototype.connect as (this: AudioNode, target: AudioNode, ...more: number[]) => AudioNode;
  let opened: Instrument | null = null;
  AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode, ...more: number[]) {
    if (target instanceof AudioDestinationNode && this instanceof AudioWorkletNode && tap === undefined)
      pending.push(this);
    else return connect.call(this, target, ...more);
    return target;
  } as typeof AudioNode.prototype.connect;
  const pending: AudioNode[] = [];
  try {
    opened = await openInstrument();
  } finally {
    AudioNode.prototype.connect = connect as typeof AudioNode.prototype.connect;
  }
  tap = await openTap(opened.context, ENGINES.length + 1);
  for (const node of pending) node.connect(tap.input(index));
  return opened;
}

async function setUp(): Promise<void> {
  instrument = await openInto(1);
  context = instrument.context;
  for (const tone of TONE_IDS) await instrument.voices.prepare(tone);
  toneContext = new Tone.Context({ context });
  // Tone's own default of one second of release would leave no silence between two events; nothing else is changed.
  const options = { context: toneContext, envelope: { release: 0.01 } };
  toneSynth = new Tone.Synth(options);
  Tone.connect(toneSynth, tap.input(2));
  const handler = (event: Event): void => fire(event);
  window.addEventListener('keydown', handler);
  document.querySelector('#pad')!.addEventListener('pointerdown', handler);
  port.addEventListener('midimessage', handler);
  setInterval(() => {
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
    if (performanceTime > 0) readings.push({ at: performance.now(), offset: contextTime * 1000 - performanceTime });
  }, 20);
}

const nothing = (): void => undefined;
/** The whole way of a MIDI message, but for the screen. */
const performer = new Performer(
  {
    start: (note) => {
      note.length = NOTE_S;
      note.patch = patchFor(toneNow(), note.midi);
      return instrument.voices.start(note);
    },
    release: (id) => instrument.voices.release(id),
    express: (id, what, value) => instrument.voices.express(id, what, value),
    expressAll: (source, what, value) => instrument.voices.expressAll(source, what, value),
    resetExpression: (source) => instrument.voices.resetExpression(source),
    silence: (source) => instrument.voices.silence(source),
  },
  {
    onNote: nothing,
    onKeyUp: nothing,
    onRelease: nothing,
    onProgram: nothing,
    onControl: nothing,
    onRest: nothing,
  },
);

const start: ((event: Event) => void)[] = [
  () => {
    const oscillator = new OscillatorNode(context, { frequency: 440 });
    const gain = new GainNode(context, { gain: 0.3 });
    oscillator.connect(gain).connect(tap.input(0));
    oscillator.start();
    oscillator.stop(context.currentTime + NOTE_S);
  },
  (event) => {
    if ('data' in event) performer.handle('bench', event.data as Uint8Array);
    else
      instrument.voices.start({
        midi: 69,
        velocity: 1,
        length: NOTE_S,
        patch: patchFor(toneNow(), 69),
        source: 'bench',
      });
    setTimeout(() => instrument.voices.silence(), QUIET_MS);
  },
  () => toneSynth.triggerAttackRelease(440, NOTE_S),
];

/** Every tone has its turn. */
const toneNow = (): ToneId => TONE_IDS[turn % TONE_IDS.length]!;

function fire(event: Event): void {
  turn += 1;
  events.push({ time: event.timeStamp, handled: context.currentTime });
  for (let i = 0; i < start.length; i++) {
    try {
      start[(i + turn) % start.length]!(event);
    } catch {
      // Tone refuses a second note at the same time: that event counts as not detected.
    }
  }
}

/** A MIDI message, as the browser would hand it over. */
function sendMidi(): void {
  port.dispatchEvent(Object.assign(new Event('midimessage'), { data: new Uint8Array([0x90, 69, 127]) }));
}

function beginEvents(): void {
  events = [];
  readings = [];
  tap.onsets.length = 0;
}

function endEvents(): EventResult[] {
  return events.map(({ time, handled }, index) => {
    // Single readings of the output's time stamp jitter by a buffer, and a starved sound device falls behind for good:
    // the median of the second around an event follows the one and not the other.
    const around = readings
      .filter(({ at }) => Math.abs(at - time) < 500)
      .map(({ offset }) => offset)
      .sort((a, b) => a - b);
    const offset = around[around.length >> 1]!;
    // Everything that an event starts sounds after its handler and before the next one's; Tone's lookahead is 0.1 s.
    const next = events[index + 1]?.handled ?? Infinity;
    const alone = next - handled > 0.16 && handled - (events[index - 1]?.handled ?? 0) > 0.16;
    return {
      latencies: ENGINES.map((_, engine) => {
        const onset = alone
          ? tap.onsets.find(
              ({ input, frame }) =>
                input === engine &&
                frame / context.sampleRate > handled - 0.003 &&
                frame / context.sampleRate < Math.min(next, handled + 0.4),
            )
          : undefined;
        return onset === undefined ? null : (onset.frame / context.sampleRate) * 1000 - offset - time;
      }),
    };
  });
}

const work = { loading: false };
/** Blocks the main thread again and again, with short pauses in between. */
async function load(blockMs: number, pauseMs: number): Promise<void> {
  work.loading = true;
  while (work.loading) {
    const until = performance.now() + blockMs;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function unload(): void {
  work.loading = false;
}

const bench = {
  setUp,
  beginEvents,
  endEvents,
  sendMidi,
  load,
  unload,
  keyLooks,
  contextTable,
  soak: (seconds: number) => soak(instrument, tap, ENGINES.length, seconds),
};
export type Bench = typeof bench;
Object.assign(window, { bench });
