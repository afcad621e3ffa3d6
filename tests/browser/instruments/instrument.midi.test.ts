import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { TONE_CHOICES } from '#features/instruments/domain/keyboard/tone.ts';
import { soundContext } from '#core/audio/context.ts';
import { keyboard, releaseKey, press, showOctave } from '#features/instruments/state/keyboard/keyboard.ts';
import { onKeys } from '#features/instruments/state/keyboard/keyLights.ts';
import { startTake, stopTake } from '#features/instruments/state/take/recordTake.ts';
import { takes } from '#features/instruments/state/take/takeState.ts';
import { midi, setPerformer } from '#features/instruments/state/midi/midi.ts';
import { chooseDevice, connectMidi, disconnectMidi } from '#features/instruments/state/midi/midiDevices.ts';
import { allNotesOff } from '#features/instruments/state/midi/playMidi.ts';
import { engineNow, openEngine } from '#features/instruments/state/playback/soundEngine.ts';
import { onNotice } from '#core/appState/notices.ts';
import { access, connectDevices, inputs, keys, pads, plugIn, soundReady } from '../support/midiDevices.ts';
import { now } from '../support/clock.ts';

beforeAll(() => {
  plugIn();
  keyboard.tone = 'held';
});

afterEach(() => {
  disconnectMidi();
  vi.restoreAllMocks();
});

/** Connected, with an engine that does not run: it was suspended without the page's request. */
async function connectedInSilence(): Promise<void> {
  midi.status = 'idle';
  await connectMidi();
  await openEngine();
  await soundContext.get().suspend();
  await expect.poll(() => engineNow()).toBeNull();
}

async function waitForSilence(): Promise<void> {
  await expect.poll(() => engineNow()!.voices.sounding).toBe(0);
}

describe('the first MIDI key, before the sound is ready', () => {
  it('sounds once it can and ends if its key was released meanwhile', async () => {
    await connectedInSilence();
    const log: string[] = [];
    const leave = onKeys((number, down) => log.push(`${down ? '+' : '-'}${number}`));
    void startTake();
    const at = now();
    keys.sendAt(at, 0x90, 60, 100);
    keys.sendAt(at + 10, 0x80, 60, 0);
    keys.sendAt(at + 20, 0x90, 64, 100);
    await soundReady();
    await expect.poll(() => log).toEqual(['+60', '-60', '+64']);
    keys.send(0x80, 64, 0);
    expect(log).toEqual(['+60', '-60', '+64', '-64']);
    await waitForSilence();
    stopTake();
    const [first, second] = takes.take.notes;
    expect([first!.midi, second!.midi]).toEqual([60, 64]);
    // The distances that the device reports, whatever else the page did when the messages arrived.
    expect(second!.onset - first!.onset).toBeCloseTo(0.02, 9);
    leave();
  });

  it('ends when its device was reset meanwhile', async () => {
    await connectedInSilence();
    const log: string[] = [];
    const leave = onKeys((number, down) => log.push(`${down ? '+' : '-'}${number}`));
    keys.send(0x90, 60, 100);
    keys.send(0xff);
    await soundReady();
    await expect.poll(() => log).toEqual(['+60', '-60']);
    await waitForSilence();
    leave();
  });

  it('delays no later message', async () => {
    await connectedInSilence();
    const at = now();
    keys.sendAt(at, 0x90, 60, 100);
    keys.sendAt(at + 60_000, 0xb0, 1, 0);
    await soundReady();
    await expect.poll(() => engineNow()!.voices.sounding).toBe(1);
    const { context, voices } = engineNow()!;
    const release = vi.spyOn(voices, 'release');
    keys.send(0x80, 60, 0);
    expect(release).toHaveBeenCalledOnce();
    expect(release.mock.lastCall![1]).toBeLessThanOrEqual(context.currentTime);
  });

  it('is dropped when another device is chosen meanwhile', async () => {
    await connectedInSilence();
    const log: number[] = [];
    const leave = onKeys((number) => log.push(number));
    keys.send(0x90, 60, 100);
    chooseDevice('pads');
    await soundReady();
    pads.send(0x90, 72, 100);
    pads.send(0x80, 72, 0);
    await waitForSilence();
    expect(log).toEqual([72, 72]);
    leave();
  });
});

it('the sustain pedal is explained once with a fading tone, and not with a held one', async () => {
  await connectDevices();
  const titles: string[] = [];
  const leave = onNotice(({ key, title }) => key === 'pedal' && titles.push(title));
  const pedal = (value: number) => keys.send(0xb0, 64, value);
  pedal(127);
  pedal(0);
  expect(titles).toEqual([]);
  keyboard.tone = 'fading';
  pedal(0);
  expect(titles).toEqual([]);
  pedal(127);
  pedal(0);
  pedal(127);
  expect(titles).toEqual(['Your pedal holds notes that last']);
  pedal(0);
  keyboard.tone = 'held';
  leave();
});

const levelOf = (sound: Float32Array): number => Math.sqrt(sound.reduce((sum, v) => sum + v * v, 0) / sound.length);

describe('the keyboard screen', () => {
  /** The last third of a second of the engine's sound, from now on. */
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

  it('records the tones of a split keyboard in the take', async () => {
    await connectDevices();
    setPerformer({ split: true, splitAt: 62, splitTone: 'fading', splitOctaves: 0 });
    void startTake();
    for (const key of [60, 64]) {
      keys.send(0x90, key, 100);
      keys.send(0x80, key, 0);
    }
    stopTake();
    setPerformer({ split: false });
    expect(takes.take.notes.map((note) => [note.midi, note.tone])).toEqual([
      [60, 'fading'],
      [64, 'held'],
    ]);
  });

  it('leaves no note sounding when a key is released while the sound is interrupted, or after another tone was chosen', async () => {
    await connectDevices();
    press('pointer:1', 60, now());
    keys.send(0x90, 64, 100);
    await soundContext.get().suspend();
    await expect.poll(() => engineNow()).toBeNull();
    releaseKey('pointer:1', now());
    keys.send(0x80, 64, 0);
    await openEngine();
    await soundReady();
    await waitForSilence();
    // Pressed before the sound stood, as a tone that fades.
    await soundContext.get().suspend();
    await expect.poll(() => engineNow()).toBeNull();
    keyboard.tone = 'fading';
    press('pointer:1', 60, now());
    keyboard.tone = 'held';
    await soundReady();
    releaseKey('pointer:1', now());
    await waitForSilence();
  });

  it('leaves no note sounding when a cable is pulled in a chord, with or without a pedal, and the next one plays', async () => {
    await connectDevices();
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
    await waitForSilence();
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
    await waitForSilence();
    leave();
  });

  it('chooses the tone by a program change, if allowed, and ends held notes by the panic button', async () => {
    await connectDevices();
    keys.send(0xc0, 2);
    expect(keyboard.tone).toBe(TONE_CHOICES[2]);
    setPerformer({ programs: false });
    keys.send(0xc0, 5);
    expect(keyboard.tone).toBe(TONE_CHOICES[2]);
    setPerformer({ programs: true });
    keys.send(0xc0, 1);
    expect(keyboard.tone).toBe('held');
    keys.send(0xb0, 64, 127);
    keys.send(0x90, 60, 100);
    press('finger', 72, now());
    allNotesOff();
    await waitForSilence();
    expect(levelOf(await listen())).toBeLessThan(1e-4);
  });

  it('names a chord of several keys, and points at notes outside the piano, or follows them', async () => {
    await connectDevices();
    showOctave(4);
    for (const key of [60, 64, 67]) keys.send(0x90, key, 100);
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
    for (const key of [62, 96]) keys.send(0x80, key, 0);
    keys.send(0x90, 97, 100);
    expect([keyboard.octave, keyboard.beyond.above]).toEqual([7, null]);
    keys.send(0x80, 97, 0);
    setPerformer({ follow: false });
    showOctave(4);
  });
});
