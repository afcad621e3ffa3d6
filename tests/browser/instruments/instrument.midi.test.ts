import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { soundContext } from '../../../src/audio/playback/context.ts';
import { keyboard, onKeys, startTake, stopTake } from '../../../src/state/instruments/keyboard.ts';
import { chooseDevice, connectMidi, disconnectMidi, midi } from '../../../src/state/instruments/midi.ts';
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
  keyboard.tone = 'held';
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
    expect(keyboard.take?.notes.map(({ midi: number }) => number)).toEqual([60, 64]);
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
