import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { onKeys } from '#features/instruments/state/keyboard/keyLights.ts';
import { ALL_DEVICES, midi, setPerformer } from '#features/instruments/state/midi/midi.ts';
import { chooseDevice, connectMidi, disconnectMidi, midiBadge } from '#features/instruments/state/midi/midiDevices.ts';
import { openEngine } from '#features/instruments/state/playback/soundEngine.ts';
import { startTake, stopTake } from '#features/instruments/state/take/recordTake.ts';
import { takes } from '#features/instruments/state/take/takeState.ts';
import { Input, inputs, plug, plugIn, soundReady, unplug } from '../support/midiDevices.ts';

beforeAll(plugIn);
beforeEach(() => {
  inputs.clear();
  setPerformer({ allInputs: false, input: null });
  midi.status = 'idle';
});
afterEach(() => {
  disconnectMidi();
  inputs.clear();
});

const chosenName = (): string | undefined => midi.devices.find(({ id }) => id === midi.chosen)?.name;
const badge = (): string => midiBadge(midi);

it('selects a device again that returns, also as a new port, with a second one connected, and during a recording', async () => {
  await openEngine();
  await soundReady();
  const one = new Input('1', 'Stage');
  plug(one);
  plug(new Input('2', 'Desk'));
  await connectMidi();
  expect(chosenName()).toBe('Stage');
  void startTake();
  unplug(one);
  expect(chosenName()).toBe('Desk');
  const back = new Input('3', 'Stage');
  plug(back);
  expect([chosenName(), midi.chosen]).toEqual(['Stage', '3']);
  const pressed: number[] = [];
  const leave = onKeys((key, down) => void (down && pressed.push(key)));
  back.send(0x90, 61, 100);
  back.send(0x80, 61, 0);
  leave();
  stopTake();
  expect(pressed).toEqual([61]);
  expect(takes.take.notes.map((note) => note.midi)).toEqual([61]);
});

it('stores the chosen device by name over a reload, and the choice of all devices', async () => {
  plug(new Input('1', 'Stage'));
  plug(new Input('2', 'Desk'));
  await connectMidi();
  chooseDevice('2');
  expect(midi.settings.input).toBe('Desk');
  // The state after a reload: the stored settings, and other ids.
  disconnectMidi();
  inputs.clear();
  plug(new Input('8', 'Stage'));
  plug(new Input('9', 'Desk'));
  await connectMidi();
  expect(chosenName()).toBe('Desk');
  chooseDevice(ALL_DEVICES);
  disconnectMidi();
  await connectMidi();
  expect(midi.chosen).toBe(ALL_DEVICES);
});

it.each(['Midi Through Port-0', 'IAC Driver Bus 1', 'MIDI Thru'])(
  'chooses %s only if there is nothing else, and leaves it for an instrument',
  async (name) => {
    const through = new Input('0', name);
    plug(through);
    await connectMidi();
    expect(chosenName()).toBe(name);
    plug(new Input('1', 'Stage'));
    expect(chosenName()).toBe('Stage');
    disconnectMidi();
    await connectMidi();
    expect(chosenName()).toBe('Stage');
  },
);

it('reports a port that cannot be opened, and chooses another one', async () => {
  const titles: string[] = [];
  const leave = onNotice(({ title }) => void titles.push(title));
  // Drops earlier notices, which were queued without a listener.
  titles.length = 0;
  plug(new Input('1', 'Busy', true));
  await connectMidi();
  await expect.poll(badge).toBe('Busy cannot be opened');
  expect(titles).toEqual(['MIDI Device Cannot Be Opened']);
  plug(new Input('2', 'Stage'));
  await expect.poll(badge).toBe('MIDI Connected: Stage');
  expect(titles.at(-1)).toBe('MIDI Device Connected');
  leave();
});

it('reports all ports that cannot be opened in one notice, even if another one can', async () => {
  const notices: Notice[] = [];
  const leave = onNotice((notice) => void notices.push(notice));
  notices.length = 0;
  for (const name of ['Stage', 'Desk', 'Pads']) plug(new Input(name, name, true));
  await connectMidi();
  await expect.poll(() => notices.at(-1)?.description).toBe('Probably in use by another program: Stage, Desk, Pads.');
  plug(new Input('Keys'));
  await expect.poll(() => notices.at(-1)?.description).toBe('Keys. Cannot be opened: Stage, Desk, Pads');
  leave();
  expect(new Set(notices.map(({ key }) => key))).toEqual(new Set(['midi']));
});

it.each([null, '', '  '])('gives a port without a name one (%j)', async (name) => {
  plug(new Input('1', name));
  plug(new Input('2', name));
  await connectMidi();
  expect(midi.devices.map((device) => device.name)).toEqual(['MIDI device', 'MIDI device 2']);
});

it('offers a device that sends notes without being chosen, once', async () => {
  const desk = new Input('2', 'Desk of offers');
  plug(new Input('1', 'Stage'));
  plug(desk);
  await connectMidi();
  desk.send(0xb0, 1, 10);
  expect(midi.offered).toBeNull();
  desk.send(0x90, 60, 100);
  expect(midi.offered).toBe('2');
  chooseDevice('2');
  expect([midi.offered, chosenName()]).toEqual([null, 'Desk of offers']);
  chooseDevice('1');
  desk.send(0x90, 60, 100);
  expect(midi.offered).toBeNull();
});
