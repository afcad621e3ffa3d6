import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { BEAT_KEY, openBeat } from '#features/instruments/state/beat/beat.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { stopBeat } from '#features/instruments/state/beat/playBeat.ts';
import { midi } from '#features/instruments/state/midi/midi.ts';
import { disconnectMidi } from '#features/instruments/state/midi/midiDevices.ts';
import BeatMaker from '#screens/beat-maker/BeatMaker.tsx';
import { connectDevices, Input, keys, pads, plug, plugIn, unplug } from '../support/midiDevices.ts';
import { allByRole, byRole, change, mount, press, text, unmount } from '../support/mount.tsx';

const notices: Notice[] = [];
let stopListening = (): void => undefined;

beforeEach(() => {
  localStorage.removeItem(BEAT_KEY);
  openBeat(null);
  notices.length = 0;
  stopListening = onNotice((notice) => notices.push(notice));
});

afterEach(async () => {
  await page.viewport(414, 896);
  stopListening();
  stopBeat();
  localStorage.removeItem(BEAT_KEY);
  openBeat(null);
});

/** The looks of the pads: on an empty grid those of the beats and those between. */
function looks(): Set<string> {
  return new Set(
    [...document.querySelectorAll('[data-note="C3"][data-column]')].map((pad) => {
      const { backgroundImage, backgroundColor } = getComputedStyle(pad);
      return `${backgroundImage} ${backgroundColor}`;
    }),
  );
}

test('an empty grid shows no pads, before the first one and after Clear', async () => {
  await mount(<BeatMaker />);
  expect(looks().size).toBe(2);
  expect(text()).toContain('No pads yet');
  const empty = [...looks()];
  await press(byRole('button', 'Start with an example'));
  expect(document.querySelectorAll('[data-column][aria-pressed="true"]')).toHaveLength(11);
  await press(byRole('button', 'Clear'));
  await expect.poll(() => [...looks()]).toEqual(empty);
  expect(document.querySelectorAll('[data-column][aria-pressed="true"]')).toHaveLength(0);
  expect(byRole('button', 'Start with an example')).toBeTruthy();
});

test('Play without pads does not run, and shows what to do', async () => {
  await mount(<BeatMaker />);
  await press(byRole('button', 'Play'));
  expect(beatMaker.playing).toBe(false);
  expect(notices.at(-1)).toMatchObject({ kind: 'info', title: 'No pads to play' });
  expect(notices.at(-1)?.description).toContain('example');
});

test('the tempo can be typed or stepped by 1, and its slider has the same value', async () => {
  await mount(<BeatMaker />);
  const slider = byRole('slider', 'BPM') as HTMLInputElement;
  await change(() => userEvent.fill(byRole('spinbutton', 'Tempo, beats a minute'), '97'));
  expect([beatMaker.beat.bpm, slider.value]).toEqual([97, '97']);
  await press(byRole('button', 'Faster'));
  expect([beatMaker.beat.bpm, slider.value]).toEqual([98, '98']);
});

test('a MIDI key shows the row of its note while it is down, and one outside the grid none', async () => {
  plugIn();
  await mount(<BeatMaker />);
  await change(connectDevices);
  const played = (): string[] =>
    Array.from(document.querySelectorAll('tr[data-played] th b'), ({ textContent }) => textContent);
  const row = byRole('rowheader', /G3/);
  const rest = getComputedStyle(row).backgroundColor;
  keys.send(0x90, 55, 100);
  keys.send(0x90, 48, 40);
  expect(played().toSorted()).toEqual(['C3', 'G3']);
  expect(getComputedStyle(row).backgroundColor).not.toBe(rest);
  keys.send(0x90, 49, 100);
  keys.send(0x80, 55, 0);
  expect(played()).toEqual(['C3']);
  keys.send(0x80, 48, 0);
  keys.send(0x80, 49, 0);
  expect(played()).toEqual([]);
  // The note itself plays, but is not painted.
  expect(document.querySelectorAll('[data-column][aria-pressed="true"]')).toHaveLength(0);
  await change(disconnectMidi);
});

test.each([
  [320, 568],
  [390, 844],
  [844, 390],
] as const)('the offer of a device with a long name stays within its column of %i x %i px', async (width, height) => {
  await page.viewport(width, height);
  plugIn();
  await mount(<BeatMaker />);
  await change(connectDevices);
  const long = new Input(`A stage piano with a very long name, port ${width}`);
  await change(() => plug(long));
  await change(() => long.send(0x90, 60, 100));
  const { right, top } = byRole('button', /^Play with A stage piano/).getBoundingClientRect();
  const pads = byRole('grid', 'Beat pads').getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(pads.top > top ? width : pads.left);
  expect(document.documentElement.scrollWidth).toBe(width);
  await change(() => unplug(long));
  await change(disconnectMidi);
});

test('a MIDI device that sends notes without being chosen is offered on this screen, too', async () => {
  plugIn();
  await mount(<BeatMaker />);
  await change(connectDevices);
  await change(() => pads.send(0x90, 60, 100));
  await press(byRole('button', 'Play with pads?'));
  expect(midi.chosen).toBe('pads');
  expect(allByRole('button', /^Play with/)).toHaveLength(0);
  await unmount();
});
