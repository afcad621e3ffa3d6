import { OfflineContext } from 'tone/build/esm/core/context/OfflineContext.js';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BeatPlayer } from '../../../src/audio/instrument/beatPlayer.ts';
import { VoicePool } from '../../../src/audio/instrument/voices.ts';
import { INITIAL_BEAT, swingDelay, withPad, withSwing } from '../../../src/domain/pitch/beat.ts';
import { soundContext } from '../../../src/audio/playback/context.ts';
import { onKeys } from '../../../src/state/instruments/keyboard.ts';
import { startTake, stopTake, takes } from '../../../src/state/instruments/take.ts';
import { chooseDevice, connectMidi, disconnectMidi, midi } from '../../../src/state/instruments/midi.ts';
import { tone } from '../../../src/state/instruments/tone.ts';
import { engineNow, openEngine } from '../../../src/state/playback/soundEngine.ts';

/** What a page sees of a keyboard that is plugged in. */
class Input extends EventTarget {
  readonly state = 'connected';
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
    this.dispatchEvent(Object.assign(new Event('midimessage'), { data: new Uint8Array(data) }));
  }
}

const keys = new Input('keys');
const pads = new Input('pads');
const inputs = new Map([
  ['keys', keys],
  ['pads', pads],
]);

beforeAll(() => {
  const access = Object.assign(new EventTarget(), { inputs, outputs: new Map(), sysexEnabled: false });
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
  await vi.waitFor(() => expect(engineNow()).toBeNull());
}

const stands = (): Promise<void> => vi.waitFor(() => expect(engineNow()).not.toBeNull());
const silent = (): Promise<void> => vi.waitFor(() => expect(engineNow()!.voices.sounding).toBe(0));

describe('the first MIDI key, before the sound stands', () => {
  it('sounds when it can and ends when it was let go meanwhile', async () => {
    await connectedInSilence();
    const log: string[] = [];
    const leave = onKeys((number, down) => log.push(`${down ? '+' : '-'}${number}`));
    startTake();
    keys.send(0x90, 60, 100);
    keys.send(0x80, 60, 0);
    keys.send(0x90, 64, 100);
    await stands();
    await vi.waitFor(() => expect(log).toEqual(['+60', '-60', '+64']));
    keys.send(0x80, 64, 0);
    expect(log).toEqual(['+60', '-60', '+64', '-64']);
    await silent();
    stopTake();
    expect(takes.take?.notes.map(({ midi: number }) => number)).toEqual([60, 64]);
    leave();
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
    await vi.waitFor(() => expect(engineNow()).toBeNull());
    keys.send(0x80, 60, 0);
    expect(log).toEqual(['+60', '-60']);
    await openEngine();
    await silent();
    leave();
  });
});

describe('a beat that follows a clock from outside', () => {
  it('sounds when that clock says, swung by its tempo, and tells whoever follows it in turn', async () => {
    const rate = 48_000;
    const native = new OfflineAudioContext(1, 1.5 * rate, rate);
    const pattern = withSwing(withPad(withPad(INITIAL_BEAT, 'C4', 0, true), 'C4', 1, true), 60);
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
    expect(Math.abs(first - 0.1 * rate)).toBeLessThanOrEqual(2);
    const swung = 0.8 + swingDelay({ bpm: 90, swing: 60 });
    const second = sound.findIndex((v, i) => i > 0.7 * rate && v !== 0);
    expect(Math.abs(second - swung * rate)).toBeLessThanOrEqual(2);
    player.stop();
    player.place(2, 1, 90);
    expect(told).toEqual(['step 0.1', '60 at 0.1000 with 1', 'step 0.8', `60 at ${swung.toFixed(4)} with 1`, 'stop']);
  });
});
