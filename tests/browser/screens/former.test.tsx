import { afterEach, beforeEach, expect, test } from 'vitest';
import Results from '../../../src/features/fragrance/screen/results/Results.tsx';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/composition/fragrance.ts';
import { makeFragranceOfTake } from '../../../src/features/instruments/state/take/takeFragrance.ts';
import { createFromBeat } from '../../../src/features/instruments/state/beat/beatFragrance.ts';
import { clearGrid, setLevel } from '../../../src/features/instruments/state/beat/beat.ts';
import Scentwaves from '../../../src/features/listen/screen/scentwaves/Scentwaves.tsx';
import { scentwaves } from '../../../src/features/listen/state/link/scentwavesState.ts';
import { openFiles } from '../../../src/features/listen/state/opening/openFiles.ts';
import { beginProcessing, leaveProcessing } from '../../../src/features/listen/state/processing/processing.ts';
import { current as currentSound, resetRecording } from '../../../src/features/listen/state/recording/currentSound.ts';
import { fixtureFile } from '../support/fixtureFiles.ts';
import { keepFormer } from '../../../src/features/fragrance/state/former.ts';
import {
  forgetCurrentFragrance,
  fragrance,
  setCurrentFragrance,
} from '../../../src/features/fragrance/state/fragrance.ts';
import { allByRole, byRole, change, mount, press, unmount } from '../support/mount.tsx';

/** One fragrance takes the place of another while the results show it: the page is made again, with all its buttons. */

const named = (name: string, at: number) => ({
  ...fragranceFromEssence({ essence: ['A4', 'C5', 'E5', 'D4'], source: 'spectral', now: new Date(at) }),
  name,
});
const rose = named('Rose', 1_790_000_000_000);
const oud = named('Oud', 1_790_000_001_000);

beforeEach(() => {
  localStorage.clear();
  history.pushState(null, '', '/results');
});

afterEach(() => {
  forgetCurrentFragrance();
  localStorage.clear();
});

test('Bring back swaps the two, and the focus stays on the button that swaps them again', async () => {
  setCurrentFragrance(rose);
  keepFormer();
  setCurrentFragrance(oud);
  await mount(<Results />);
  byRole('button', 'Bring back Rose').focus();
  await press(byRole('button', 'Bring back Rose'));
  expect(byRole('heading', 'Rose')).toBeTruthy();
  await expect.poll(() => document.activeElement?.textContent).toBe('Bring back Oud');
});

test('the focus goes to the title when the focused part gives way to another fragrance, and is not taken elsewhere', async () => {
  setCurrentFragrance(rose);
  const main = await mount(<Results />);
  byRole('button', 'Share').focus();
  await change(() => setCurrentFragrance(oud));
  expect(document.activeElement?.textContent).toBe('Your Sound, Your Scent');
  const elsewhere = Object.assign(document.createElement('button'), { textContent: 'Elsewhere' });
  main.before(elsewhere);
  elsewhere.focus();
  await change(() => setCurrentFragrance(rose));
  expect(allByRole('heading', 'Rose')).toHaveLength(1);
  expect(document.activeElement?.textContent).toBe('Elsewhere');
  elsewhere.remove();
});

/** What makes a fragrance in place of the current one. */
const MAKERS: Record<string, () => Promise<void>> = {
  'a recording': async () => {
    await openFiles([await fixtureFile('melody.mp3')], { navigate: () => undefined });
    await beginProcessing(currentSound.recording!);
    leaveProcessing();
    resetRecording();
  },
  'a beat': async () => {
    setLevel('A4', 0, 8);
    expect(createFromBeat()).toBe(true);
    clearGrid();
  },
  'a take': async () => makeFragranceOfTake({ notes: [{ midi: 69, onset: 0, offset: 1, velocity: 0.8 }], duration: 1 }),
  'a link': async () => {
    scentwaves.detected = ['D4', 'E5'];
    scentwaves.selected = ['D4', 'E5'];
    await mount(<Scentwaves />);
    await press(byRole('button', 'Create Fragrance'));
    expect(location.pathname).toBe('/results');
    await unmount();
    scentwaves.detected = [];
    scentwaves.selected = [];
  },
};

test.for(Object.keys(MAKERS))('%s keeps the unsaved fragrance before it for one step back', async (maker) => {
  setCurrentFragrance(rose);
  await MAKERS[maker]!();
  expect(fragrance.current?.id).not.toBe(rose.id);
  // A reload reads it from the device.
  fragrance.former = null;
  await mount(<Results />);
  await press(byRole('button', 'Bring back Rose'));
  expect(fragrance.current).toEqual(rose);
  expect(byRole('heading', 'Rose')).toBeTruthy();
});
