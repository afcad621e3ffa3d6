import { OfflineContext } from 'tone/build/esm/core/context/OfflineContext.js';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BeatPlayer } from '../../../src/features/instruments/audio/sound/beatPlayer.ts';
import { ClockFollower } from '../../../src/features/instruments/audio/midi/clockFollower.ts';
import { Performer } from '../../../src/features/instruments/audio/midi/performer/performer.ts';
import { openMidi } from '../../../src/features/instruments/audio/midi/ports.ts';
import { VoicePool } from '../../../src/features/instruments/audio/sound/voices.ts';
import { FULL, INITIAL_BEAT, swingDelay } from '../../../src/features/instruments/domain/beat/beat.ts';
import { withBpm, withLevel, withSwing } from '../../../src/features/instruments/domain/beat/beatChanges.ts';
import {
  INITIAL_PERFORMER,
  type PerformerSettings,
} from '../../../src/features/instruments/domain/keyboard/performance.ts';
import { hzOfMidi } from '../../../src/core/pitch/pitch.ts';
import { TONE_CHOICES } from '../../../src/features/instruments/domain/keyboard/tone.ts';
import { Scope } from '../../../src/core/lifetime/scope.ts';
import { soundContext } from '../../../src/core/audio/context.ts';
import { beatMaker } from '../../../src/features/instruments/state/beat/beatMaker.ts';
import { change, openBeat } from '../../../src/features/instruments/state/beat/beat.ts';
import { playingColumn, togglePlay } from '../../../src/features/instruments/state/beat/playBeat.ts';
import {
  keyboard,
  releaseKey,
  onKeys,
  press,
  showOctave,
} from '../../../src/features/instruments/state/keyboard/keyboard.ts';
import { createFromTake, newTake, redoTake, undoTake } from '../../../src/features/instruments/state/take/take.ts';
import { startTake, stopTake } from '../../../src/features/instruments/state/take/recordTake.ts';
import { takes } from '../../../src/features/instruments/state/take/takeState.ts';
import { chooseDevice, connectMidi, disconnectMidi, midi } from '../../../src/features/instruments/state/midi/midi.ts';
import { panic } from '../../../src/features/instruments/state/midi/playMidi.ts';
import { enterMidiBeat, midiClock } from '../../../src/features/instruments/state/midi/midiClock.ts';
import { setPerformer } from '../../../src/features/instruments/state/midi/performing.ts';
import { tone } from '../../../src/features/instruments/state/keyboard/tone.ts';
import { engineNow, openEngine } from '../../../src/features/instruments/state/playback/soundEngine.ts';
import { onNotice } from '../../../src/core/shell/notices.ts';
import { now } from '../support/turns.ts';

const RATE = 48_000;

/** What a page sees of a keyboard that is plugged in. */
class Input extends EventTarget {
  state = 'connected';
  constructor(readonly id: string) {
    super();
  }
  get name(): string {
    return this.id;
  }
  open(): Promise<this> {
    return Promise.resolve(this);
  }
  send(...data: number[]): void {
    this.sendAt(now(), ...data);
  }
  /** A message that came at `time`, ms on the performance clock. */
  sendAt(time: number, ...data: number[]): void {
    const event = Object.assign(new Event('midimessage'), { data: new Uint8Array(data) });
    this.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: time }));
  }
}

/** And of a device that it can play. */
class Output extends EventTarget {
  readonly state = 'connected';
  readonly sent: { bytes: number[]; time: number | undefined }[] = [];
  constructor(readonly id: string) {
    super();
  }
  get name(): string {
    return this.id;
  }
  send(data: Uint8Array, time?: number): void {
    this.sent.push({ bytes: [...data], time });
  }
}

const keys = new Input('keys');
const pads = new Input('pads');
const synth = new Output('synth');
const inputs = new Map([
  ['keys', keys],
  ['pads', pads],
]);
const access = Object.assign(new EventTarget(), { inputs, outputs: new Map([['synth', synth]]), sysexEnabled: false });

beforeAll(() => {
  Object.defineProperty(navigator, 'requestMIDIAccess', { configurable: true, value: () => Promise.resolve(access) });
  tone.choice = 'held';
});

afterEach(() => {
  disconnectMidi();
  vi.restoreAllMocks();
});

/** Connected, with an engine that does not stand: it was suspended behind the page's back. */
async function connectedInSilence(): Promise<void> {
  midi.status = 'idle';
  await connectMidi();
  await openEngine();
  await soundContext.get().suspend();
  await expect.poll(() => engineNow()).toBeNull();
}

async function connected(): Promise<void> {
  midi.status = 'idle';
  await connectMidi();
  await openEngine();
  await stands();
  chooseDevice('keys');
}

async function stands(): Promise<void> {
  await expect.poll(() => engineNow()).not.toBeNull();
}

async function silent(): Promise<void> {
  await expect.poll(() => engineNow()!.voices.sounding).toBe(0);
}

describe('the first MIDI key, before the sound stands', () => {
  it('sounds when it can and ends when it was let go meanwhile', async () => {
    await connectedInSilence();
    const log: string[] = [];
    const leave = onKeys((number, down) => log.push(`${down ? '+' : '-'}${number}`));
    void startTake();
    const at = now();
    keys.sendAt(at, 0x90, 60, 100);
    keys.sendAt(at + 10, 0x80, 60, 0);
    keys.sendAt(at + 20, 0x90, 64, 100);
    await stands();
    await expect.poll(() => log).toEqual(['+60', '-60', '+64']);
    keys.send(0x80, 64, 0);
    expect(log).toEqual(['+60', '-60', '+64', '-64']);
    await silent();
    stopTake();
    const [first, second] = takes.take.layers[0]!;
    expect([first!.midi, second!.midi]).toEqual([60, 64]);
    // As far from each other as the device says, whatever else the page did when it heard of them.
    expect(second!.onset - first!.onset).toBeCloseTo(0.02, 9);
    leave();
  });

  it('delays no message that comes after it', async () => {
    await connectedInSilence();
    const at = now();
    keys.sendAt(at, 0x90, 60, 100);
    keys.sendAt(at + 60_000, 0xb0, 1, 0);
    await stands();
    await expect.poll(() => engineNow()!.voices.sounding).toBe(1);
    const { context, voices } = engineNow()!;
    const release = vi.spyOn(voices, 'release');
    keys.send(0x80, 60, 0);
    expect(release).toHaveBeenCalledOnce();
    expect(release.mock.lastCall![1]).toBeLessThanOrEqual(context.currentTime);
  });

  it('is forgotten when another device is chosen while it waits', async () => {
    await connectedInSilence();
    const log: number[] = [];
    const leave = onKeys((number) => log.push(number));
    keys.send(0x90, 60, 100);
    chooseDevice('pads');
    await stands();
    pads.send(0x90, 72, 100);
    pads.send(0x80, 72, 0);
    await silent();
    expect(log).toEqual([72, 72]);
    leave();
  });

  it('ends while the sound is interrupted, too', async () => {
    await connectedInSilence();
    await openEngine();
    const log: string[] = [];
    const leave = onKeys((number, down) => log.push(`${down ? '+' : '-'}${number}`));
    keys.send(0x90, 60, 100);
    await soundContext.get().suspend();
    await expect.poll(() => engineNow()).toBeNull();
    keys.send(0x80, 60, 0);
    expect(log).toEqual(['+60', '-60']);
    await openEngine();
    await silent();
    leave();
  });
});

describe('the sustain pedal', () => {
  it('is explained once while the tone fades by itself, and not while it holds', async () => {
    await connected();
    const told: string[] = [];
    const leave = onNotice(({ key, title }) => key === 'pedal' && told.push(title));
    const pedal = (value: number) => keys.send(0xb0, 64, value);
    pedal(127);
    pedal(0);
    expect(told).toEqual([]);
    tone.choice = 'fading';
    pedal(0);
    expect(told).toEqual([]);
    pedal(127);
    pedal(0);
    pedal(127);
    expect(told).toEqual(['Your pedal holds notes that last']);
    pedal(0);
    tone.choice = 'held';
    leave();
  });
});

const unheard = { onNote: () => undefined, onRelease: () => undefined, onProgram: () => undefined };

/** The sound of what a device sends: each message at its time (s), through the port, the performer and the voices. */
async function played(
  seconds: number,
  script: readonly (readonly [time: number, ...messages: readonly (readonly number[])[]])[],
  settings: Partial<PerformerSettings> = {},
): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, Math.round(seconds * RATE), RATE);
  const onProgram = (program: number): void =>
    performer.configure({ ...INITIAL_PERFORMER, ...settings }, TONE_CHOICES[program]!);
  const performer = new Performer(
    new VoicePool(context, context.destination),
    { ...unheard, onProgram },
    {
      onClock: () => undefined,
      onStart: () => undefined,
      onResume: () => undefined,
      onHalt: () => undefined,
      onPosition: () => undefined,
    },
  );
  performer.configure({ ...INITIAL_PERFORMER, ...settings }, 'held');
  const scope = new Scope();
  await openMidi(
    { onInputs: () => undefined, onOutputs: () => undefined, onMessage: performer.handle.bind(performer) },
    scope,
  );
  const send = (messages: readonly (readonly number[])[]): void => {
    for (const bytes of messages) keys.send(...bytes);
  };
  for (const [time, ...messages] of script) {
    if (time === 0) send(messages);
    else
      void context.suspend(time).then(() => {
        send(messages);
        return context.resume();
      });
  }
  const sound = (await context.startRendering()).getChannelData(0);
  scope.dispose();
  return sound;
}

const at = (sound: Float32Array, from: number, to: number): Float32Array => sound.subarray(from * RATE, to * RATE);
const levelOf = (sound: Float32Array): number => Math.sqrt(sound.reduce((sum, v) => sum + v * v, 0) / sound.length);
/** A sine's pitch in cents against a MIDI number, by its upward crossings of zero. */
function centsOf(sound: Float32Array, midiNumber: number): number {
  const crossings: number[] = [];
  for (let i = 1; i < sound.length; i++)
    if (sound[i - 1]! < 0 && sound[i]! >= 0) crossings.push(i - sound[i]! / (sound[i]! - sound[i - 1]!));
  const period = (crossings.at(-1)! - crossings[0]!) / (crossings.length - 1);
  return 1200 * Math.log2(RATE / period / hzOfMidi(midiNumber));
}
/** Amplitude of a frequency (Goertzel with a Hann window). */
function amplitudeAt(sound: Float32Array, hz: number): number {
  let [re, im] = [0, 0];
  for (const [i, v] of sound.entries()) {
    const weight = 1 - Math.cos((2 * Math.PI * i) / sound.length);
    re += v * weight * Math.cos((2 * Math.PI * hz * i) / RATE);
    im += v * weight * Math.sin((2 * Math.PI * hz * i) / RATE);
  }
  return (2 * Math.hypot(re, im)) / sound.length;
}
const sounds = (sound: Float32Array, midiNumber: number): boolean => amplitudeAt(sound, hzOfMidi(midiNumber)) > 0.05;

/** The rest is known by performer.test.ts, which tells what voices are told, and tones.test.ts, which tells how they sound then. */
describe('what a performer does is heard', () => {
  it('the sustain pedal holds, the sostenuto pedal holds some, and both let go', async () => {
    const sound = await played(1.4, [
      [0, [0x90, 60, 127]],
      [0.1, [0xb0, 66, 127], [0x90, 67, 127]],
      [0.2, [0x80, 60, 0], [0x80, 67, 0]],
      [0.6, [0xb0, 64, 127], [0x90, 72, 127]],
      [0.7, [0x80, 72, 0], [0xb0, 66, 0]],
      [1, [0xb0, 64, 0]],
    ]);
    expect([60, 67].map((midiNumber) => sounds(at(sound, 0.45, 0.6), midiNumber))).toEqual([true, false]);
    expect([60, 72].map((midiNumber) => sounds(at(sound, 0.8, 1), midiNumber))).toEqual([true, true]);
    expect(levelOf(at(sound, 1.35, 1.4))).toBeLessThan(0.002);
  });

  it('the wheel bends as far as the device says, the other channel not at all', async () => {
    const wheel = [0xe0, 127, 127];
    const range = [
      [0xb0, 101, 0],
      [0xb0, 100, 0],
      [0xb0, 6, 12],
    ];
    const sound = await played(1, [
      [0, [0x90, 69, 127]],
      [0.25, wheel],
      [0.5, ...range],
      [0.75, [0xe0, 0, 64], [0xe1, 0, 0]],
    ]);
    expect(Math.abs(centsOf(at(sound, 0.05, 0.25), 69))).toBeLessThan(2);
    expect(Math.abs(centsOf(at(sound, 0.32, 0.5), 71))).toBeLessThan(2);
    expect(Math.abs(centsOf(at(sound, 0.57, 0.75), 81))).toBeLessThan(2);
    expect(Math.abs(centsOf(at(sound, 0.82, 1), 69))).toBeLessThan(2);
  });

  it('an MPE device bends, presses and brightens each note by itself', async () => {
    const zone = [
      [0xb0, 101, 0],
      [0xb0, 100, 6],
      [0xb0, 6, 15],
    ];
    // A quarter of 48 semitones: an octave.
    const octave = [0xe1, 0, 0x50];
    const sound = await played(0.9, [
      [0, ...zone, octave, [0x91, 57, 90], [0x92, 64, 90]],
      [0.3, [0xd2, 127]],
      [0.6, [0xd2, 0], [0xb1, 74, 127]],
    ]);
    const [bent, pressed, coloured] = [at(sound, 0.1, 0.3), at(sound, 0.4, 0.6), at(sound, 0.7, 0.9)];
    expect([57, 64, 69].map((midiNumber) => sounds(bent!, midiNumber))).toEqual([false, true, true]);
    const louder = amplitudeAt(pressed!, hzOfMidi(64)) / amplitudeAt(bent!, hzOfMidi(64));
    expect(20 * Math.log10(louder)).toBeCloseTo(6, 0);
    expect(amplitudeAt(pressed!, hzOfMidi(69)) / amplitudeAt(bent!, hzOfMidi(69))).toBeCloseTo(1, 1);
    expect(amplitudeAt(coloured!, hzOfMidi(81)) / amplitudeAt(coloured!, hzOfMidi(69))).toBeGreaterThan(0.2);
    expect(amplitudeAt(coloured!, hzOfMidi(76))).toBeLessThan(0.01);
  });

  it('ends on all notes off, on all sound off, and when the device is reset', async () => {
    for (const end of [[0xb0, 123, 0], [0xb0, 120, 0], [0xff]]) {
      const sound = await played(0.9, [
        [0, [0x90, 60, 127], [0x90, 64, 127]],
        [0.1, end],
      ]);
      expect(levelOf(at(sound, 0.05, 0.1))).toBeGreaterThan(0.1);
      expect(levelOf(at(sound, 0.8, 0.9))).toBeLessThan(1e-4);
    }
  });
});

describe('at the instrument', () => {
  /** The last third of a second of what the engine's voices sound, from now on. */
  async function listen(): Promise<Float32Array> {
    const { context, voices } = engineNow()!;
    const analyser = new AnalyserNode(context, { fftSize: 16_384 });
    voices.output.connect(analyser);
    const until = context.currentTime + (1.1 * analyser.fftSize) / context.sampleRate;
    await expect.poll(() => context.currentTime, { interval: 10 }).toBeGreaterThan(until);
    const sound = new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(sound);
    voices.output.disconnect(analyser);
    return sound;
  }

  it('writes the tones of a split keyboard into the take', async () => {
    await connected();
    setPerformer({ split: true, splitAt: 62, splitTone: 'fading', splitOctaves: 0 });
    newTake();
    void startTake();
    for (const key of [60, 64]) {
      keys.send(0x90, key, 100);
      keys.send(0x80, key, 0);
    }
    stopTake();
    setPerformer({ split: false });
    expect(takes.take.layers[0]?.map((note) => [note.midi, note.tone])).toEqual([
      [60, 'fading'],
      [64, 'held'],
    ]);
  });

  it('a layer that is being recorded stays whatever else is done with the take', async () => {
    await connected();
    newTake();
    const record = async (): Promise<void> => {
      await startTake();
      keys.send(0x90, 60, 100);
      keys.send(0x80, 60, 0);
    };
    await record();
    stopTake();
    await record();
    // Nothing to redo, however often that is pressed.
    redoTake();
    expect(takes.phase).not.toBe('idle');
    expect(createFromTake()).toBe(true);
    expect(takes.take.layers).toHaveLength(2);
    await record();
    undoTake();
    expect(takes.take.layers).toHaveLength(2);
    redoTake();
    expect(takes.take.layers).toHaveLength(3);
    await record();
    newTake();
    expect(takes.take.layers).toHaveLength(0);
    undoTake();
    expect(takes.take.layers).toHaveLength(4);
    newTake();
  });

  it('a finger that goes up while the sound is interrupted, or after another tone was chosen, leaves nothing sounding', async () => {
    await connected();
    press('pointer:1', 60, now());
    await soundContext.get().suspend();
    await expect.poll(() => engineNow()).toBeNull();
    releaseKey('pointer:1', now());
    await openEngine();
    await stands();
    await silent();
    // Pressed before the sound stood, as a tone that fades.
    await soundContext.get().suspend();
    await expect.poll(() => engineNow()).toBeNull();
    tone.choice = 'fading';
    press('pointer:1', 60, now());
    tone.choice = 'held';
    await stands();
    releaseKey('pointer:1', now());
    await expect.poll(() => engineNow()!.voices.sounding).toBe(0);
  });

  it('ends what it holds on another device when what is played is not sent any more', async () => {
    await connected();
    setPerformer({ output: 'synth', sendNotes: true });
    synth.sent.length = 0;
    keys.send(0x90, 60, 100);
    expect(synth.sent.map(({ bytes }) => bytes[0])).toEqual([0x90]);
    setPerformer({ sendNotes: false });
    expect(synth.sent.map(({ bytes }) => bytes.slice(0, 2))).toContainEqual([0x80, 60]);
    keys.send(0x80, 60, 0);
    setPerformer({ output: null, sendNotes: true });
    await silent();
  });

  it('a cable that is pulled in the middle of a chord leaves nothing sounding, pedal or not, and the next one plays', async () => {
    await connected();
    const held = new Set<number>();
    const leave = onKeys((number, down) => void (down ? held.add(number) : held.delete(number)));
    for (const midiNumber of [60, 64, 67]) keys.send(0x90, midiNumber, 100);
    keys.send(0xb0, 64, 127);
    keys.send(0x80, 60, 0);
    expect(levelOf(await listen())).toBeGreaterThan(0.05);
    keys.state = 'disconnected';
    inputs.delete('keys');
    access.dispatchEvent(new Event('statechange'));
    expect(held.size).toBe(0);
    await silent();
    expect(levelOf(await listen())).toBeLessThan(1e-4);
    expect(midi.chosen).toBe('pads');
    keys.state = 'connected';
    inputs.set('keys', keys);
    access.dispatchEvent(new Event('statechange'));
    chooseDevice('keys');
    expect(midi.chosen).toBe('keys');
    keys.send(0x90, 60, 100);
    keys.send(0x80, 60, 0);
    // The pedal of the pulled cable is up.
    await silent();
    leave();
  });

  it('a program picks the tone, if it may, and panic ends what hands and pedals hold', async () => {
    await connected();
    keys.send(0xc0, 2);
    expect(tone.choice).toBe(TONE_CHOICES[2]);
    setPerformer({ programs: false });
    keys.send(0xc0, 5);
    expect(tone.choice).toBe(TONE_CHOICES[2]);
    setPerformer({ programs: true });
    keys.send(0xc0, 1);
    expect(tone.choice).toBe('held');
    keys.send(0xb0, 64, 127);
    keys.send(0x90, 60, 100);
    press('finger', 72, now());
    panic();
    await silent();
    expect(levelOf(await listen())).toBeLessThan(1e-4);
  });

  it('what is played goes to another device, and ends there with it', async () => {
    setPerformer({ output: 'synth', outputChannel: 3 });
    await connected();
    synth.sent.length = 0;
    const bytes = () => synth.sent.splice(0).map(({ bytes: message }) => message);
    press('finger', 72, now());
    keys.send(0xb0, 64, 127);
    keys.send(0x90, 60, 127);
    keys.send(0x80, 60, 0);
    releaseKey('finger', now());
    expect(bytes()).toEqual([
      [0x92, 72, 127],
      [0x92, 60, 127],
      [0x82, 72, 0],
    ]);
    keys.send(0xb0, 64, 0);
    expect(bytes()).toEqual([[0x82, 60, 0]]);
    // Another output is chosen in the middle of a note: it ends where it began.
    press('finger', 72, now());
    setPerformer({ output: null });
    releaseKey('finger', now());
    expect(bytes()).toEqual([
      [0x92, 72, 127],
      [0x82, 72, 0],
      [0xb2, 123, 0],
    ]);
    // What comes in from the device that is sent to is not sent back: it would go round for ever.
    const loop = new Output('keys');
    access.outputs.set('keys', loop);
    access.dispatchEvent(new Event('statechange'));
    setPerformer({ output: 'keys' });
    keys.send(0x90, 60, 127);
    keys.send(0x80, 60, 0);
    expect(loop.sent).toEqual([]);
    press('finger', 60, now());
    releaseKey('finger', now());
    expect(loop.sent).toHaveLength(2);
    access.outputs.delete('keys');
    setPerformer({ output: null, outputChannel: 1 });
  });

  it('several keys are a chord, and what the piano does not show is pointed at, or followed', async () => {
    await connected();
    showOctave(4);
    keys.send(0x90, 60, 100);
    keys.send(0x90, 64, 100);
    keys.send(0x90, 67, 100);
    expect(keyboard.chord.map(({ name }) => name)).toEqual(['C4', 'E4', 'G4']);
    keys.send(0x90, 36, 100);
    expect(keyboard.beyond.below?.name).toBe('C2');
    for (const midiNumber of [60, 64, 67, 36]) keys.send(0x80, midiNumber, 0);
    // It stays to be read until the next key.
    expect(keyboard.chord).toHaveLength(4);
    setPerformer({ follow: true });
    keys.send(0x90, 62, 100);
    expect(keyboard.chord).toHaveLength(0);
    // The hand on the piano stays on it.
    keys.send(0x90, 96, 100);
    expect([keyboard.octave, keyboard.beyond.above?.name]).toEqual([4, 'C7']);
    keys.send(0x80, 62, 0);
    keys.send(0x80, 96, 0);
    keys.send(0x90, 97, 100);
    expect([keyboard.octave, keyboard.beyond.above]).toEqual([7, null]);
    keys.send(0x80, 97, 0);
    setPerformer({ follow: false });
    showOctave(4);
  });
});

describe('a beat that follows a clock from outside', () => {
  it('sounds when that clock says, swung by its tempo, and tells whoever follows it in turn', async () => {
    const native = new OfflineAudioContext(1, 1.5 * RATE, RATE);
    const pattern = withSwing(withLevel(withLevel(INITIAL_BEAT, 'C4', 0, FULL), 'C4', 1, FULL), 60);
    const player = new BeatPlayer(new OfflineContext(native), new VoicePool(native, native.destination), pattern);
    const told: string[] = [];
    player.led = {
      onStep: (time) => told.push(`step ${time}`),
      onNote: (_voice, midi, velocity, time) => told.push(`${midi} at ${time.toFixed(4)} with ${velocity}`),
      onCancel: () => undefined,
      onStop: () => told.push('stop'),
    };
    player.follow();
    expect(player.playing).toBe(true);
    player.place(0, 0.1, 90);
    player.place(1, 0.8, 90);
    const sound = (await native.startRendering()).getChannelData(0);
    const first = sound.findIndex((v) => v !== 0);
    expect(Math.abs(first - 0.1 * RATE)).toBeLessThanOrEqual(2);
    const swung = 0.8 + swingDelay({ bpm: 90, swing: 60 });
    const second = sound.findIndex((v, i) => i > 0.7 * RATE && v !== 0);
    expect(Math.abs(second - swung * RATE)).toBeLessThanOrEqual(2);
    player.stop();
    player.place(2, 1, 90);
    expect(told).toEqual(['step 0.1', '60 at 0.1000 with 1', 'step 0.8', `60 at ${swung.toFixed(4)} with 1`, 'stop']);
  });

  it('sounds its pads with the MIDI clock of a device, though each clock comes late by up to 3 ms', async () => {
    const bpm = 126;
    const clockSeconds = 60 / bpm / 24;
    const native = new OfflineAudioContext(1, 3 * RATE, RATE);
    const pattern = [0, 1, 2, 3, 4, 5, 6, 7].reduce(
      (beat, column) => withLevel(beat, 'E5', column, FULL),
      INITIAL_BEAT,
    );
    const pool = new VoicePool(native, native.destination);
    const player = new BeatPlayer(new OfflineContext(native), pool, pattern);
    const follower = new ClockFollower(({ step, time, bpm: tempo }) => player.place(step, time, tempo));
    const performer = new Performer(pool, unheard, {
      onClock: (_, time) => follower.clock(time / 1000),
      onStart: () => {
        follower.start();
        player.follow();
      },
      onResume: () => undefined,
      onHalt: () => {
        follower.stop();
        player.stop();
      },
      onPosition: () => undefined,
    });
    const scope = new Scope();
    const onMessage = performer.handle.bind(performer);
    await openMidi({ onInputs: () => undefined, onOutputs: () => undefined, onMessage }, scope);
    // One clock a render quantum at most: each comes at the first one after its time.
    for (let clock = 0; 0.1 + clock * clockSeconds < 2.5; clock++) {
      const due = 0.1 + clock * clockSeconds;
      void native.suspend(due).then(() => {
        if (clock === 0) keys.send(0xfa);
        keys.sendAt(1000 * native.currentTime, 0xf8);
        return native.resume();
      });
    }
    void native.suspend(2.6).then(() => {
      keys.send(0xfc);
      return native.resume();
    });
    const sound = (await native.startRendering()).getChannelData(0);
    scope.dispose();
    // A pad fades over half a second: where the next one is struck the level leaps.
    const quiet = (from: number): number => levelOf(sound.subarray(from - 0.004 * RATE, from));
    const onsets: number[] = [];
    for (let i = 0.02 * RATE; i < sound.length - 0.01 * RATE; i += 24) {
      const leap = levelOf(sound.subarray(i, i + 0.004 * RATE)) - quiet(i);
      if (leap > 0.03 && i / RATE - (onsets.at(-1) ?? -1) > 0.1) onsets.push(i / RATE);
    }
    expect(onsets).toHaveLength(Math.ceil(2.4 / (12 * clockSeconds)));
    for (const [step, onset] of onsets.entries())
      expect(Math.abs(onset - (0.1 + step * 12 * clockSeconds))).toBeLessThan(0.006);
    expect(levelOf(at(sound, 2.9, 3))).toBeLessThan(1e-3);
  });

  it('starts and stops with the other device, and says its tempo; not with its own clock that comes back', async () => {
    await connected();
    setPerformer({ receiveClock: true });
    openBeat(null);
    // Whom to follow is another matter than who plays.
    expect(midi.chosen).toBe('keys');
    const leave = enterMidiBeat();
    // Clocks in real time, as many as are due; a blocked page sends them late, with their times.
    const began = now();
    const period = 60_000 / 140 / 24;
    let sent = 0;
    pads.sendAt(began, 0xfa);
    await expect
      .poll(
        () => {
          for (; began + sent * period <= now(); sent++) pads.sendAt(began + sent * period, 0xf8);
          return midiClock.bpm === 140 && playingColumn() > 0;
        },
        { interval: 5 },
      )
      .toBe(true);
    expect(beatMaker.playing).toBe(true);
    pads.send(0xfc);
    expect([beatMaker.playing, midiClock.bpm]).toEqual([false, null]);
    setPerformer({ output: 'pads' });
    access.outputs.set('pads', new Output('pads'));
    access.dispatchEvent(new Event('statechange'));
    pads.send(0xfa);
    expect(beatMaker.playing).toBe(false);
    access.outputs.delete('pads');
    setPerformer({ output: null, receiveClock: false });
    pads.send(0xfa);
    expect(beatMaker.playing).toBe(false);
    leave();
  });

  it('leads another device: start, even clocks at the tempo, each pad with its step, stop', async () => {
    await connected();
    setPerformer({ output: 'synth', receiveClock: true });
    openBeat(null);
    const columns = [0, 1, 2, 3, 4, 5, 6, 7];
    const pattern = withBpm(INITIAL_BEAT, 180);
    change(columns.reduce((beat, column) => withLevel(beat, column % 2 === 0 ? 'C4' : 'E4', column, FULL), pattern));
    const leave = enterMidiBeat();
    synth.sent.length = 0;
    await togglePlay();
    const struckIn = () => synth.sent.filter(({ bytes: [status] }) => status === 0x90);
    await expect.poll(() => struckIn().length).toBeGreaterThanOrEqual(3);
    const [first, ...messages] = synth.sent.map(({ bytes }) => bytes);
    expect(first).toEqual([0xfa]);
    // Each pad comes with the first of the twelve clocks of its step; their times are those of sender.test.ts and clockFollower.test.ts.
    const ofSteps = messages
      .filter(([status]) => status === 0xf8 || status === 0x90)
      .map(([status]) => (status === 0xf8 ? '.' : 'x'))
      .join('');
    expect(ofSteps.slice(0, 27)).toBe('.x...........'.repeat(2) + '.');
    expect(
      struckIn()
        .slice(0, 2)
        .map(({ bytes: [, number] }) => number)
        .toSorted(),
    ).toEqual([60, 64]);
    // What comes back from it starts nothing anew.
    await togglePlay();
    expect(synth.sent.at(-1)!.bytes).toEqual([0xb0, 123, 0]);
    expect(synth.sent.filter(({ bytes: [status] }) => status === 0x80)).toHaveLength(struckIn().length);
    expect(synth.sent.some(({ bytes: [status] }) => status === 0xfc)).toBe(true);
    leave();
    setPerformer({ output: null, receiveClock: false });
  });
});
