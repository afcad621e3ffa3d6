import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { fragranceJson } from '#features/fragrance/domain/composition/exportNotes.ts';
import { importFragrance } from '#features/create/state/opening/importFragrance.ts';
import {
  restorePreviousFragrance,
  loadFormer,
  deleteCurrentFragrance,
  setCurrentFragrance,
  loadCurrentFragrance,
} from '#features/fragrance/state/fragrance.ts';
import { fragrance } from '#features/fragrance/state/current.ts';
import { FULL_STRENGTH, INITIAL_BEAT } from '#features/instruments/domain/beat/beat.ts';
import { withLevel } from '#features/instruments/domain/beat/beatChanges.ts';
import { change } from '#features/instruments/state/beat/beat.ts';
import { createFromBeat } from '#features/instruments/state/beat/beatFile.ts';
import { makeFragranceOfTake } from '#features/instruments/state/take/take.ts';
import { createFromLink } from '#features/create/state/link/scentwaves.ts';
import { scentwaves } from '#features/create/state/link/scentwavesState.ts';
import { beginProcessing } from '#features/create/state/processing/processing.ts';
import { openArrival } from '#features/create/state/opening/sharedFiles.ts';
import { busy } from '#core/appState/busy.ts';
import { onNotice, type Notice } from '#core/appState/notices.ts';
import { answerReplacement, replacement } from '#core/appState/replacement.ts';
import { analyzedSound } from './testData.ts';
import { stubBrowserGlobals } from '../memoryStorage.ts';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';

const made = (at: number, ...essence: NoteCode[]) =>
  fragranceFromEssence({ essence, source: 'spectral', now: new Date(at) });
const ownFragrance = made(1, 'A4', 'C#5', 'E3');
const otherFragrance = made(2, 'C2', 'G6', 'D4');
const file = () => new File([fragranceJson(otherFragrance)], 'theirs.json', { type: 'application/json' });

beforeEach(() => {
  stubBrowserGlobals();
  deleteCurrentFragrance();
  fragrance.saved = {};
});

afterEach(() => {
  answerReplacement(false);
  busy.now = false;
  vi.unstubAllGlobals();
});

/** Opens the file as if another app had shared it; returns where that led, once it is through. */
function arrive() {
  const paths: string[] = [];
  return { through: openArrival([file()], (path) => paths.push(path)).then(() => paths) };
}

describe('a fragrance that arrives from outside', () => {
  it('replaces nothing unsaved before the visitor has confirmed it', async () => {
    setCurrentFragrance(ownFragrance);
    const { through } = arrive();
    await vi.waitUntil(() => replacement.asked !== null, { timeout: WAIT_TIMEOUT_MS });
    expect(replacement.asked).toEqual({ next: otherFragrance.name, current: ownFragrance.name, ends: false });
    expect(loadCurrentFragrance()?.id).toBe(ownFragrance.id);
    answerReplacement(false);
    expect(await through).toEqual([]);
    expect(loadCurrentFragrance()?.id).toBe(ownFragrance.id);
    expect(loadFormer()).toBeNull();
  });

  it('leaves the previous one a step back, also over a reload, and both can be restored', async () => {
    setCurrentFragrance(ownFragrance);
    const { through } = arrive();
    await vi.waitUntil(() => replacement.asked !== null, { timeout: WAIT_TIMEOUT_MS });
    answerReplacement(true);
    expect(await through).toEqual(['/results']);
    expect(loadCurrentFragrance()?.name).toBe(otherFragrance.name);
    fragrance.current = null;
    fragrance.former = null;
    expect(loadFormer()?.id).toBe(ownFragrance.id);
    restorePreviousFragrance();
    expect(loadCurrentFragrance()?.id).toBe(ownFragrance.id);
    restorePreviousFragrance();
    expect(loadCurrentFragrance()?.name).toBe(otherFragrance.name);
  });

  it('is opened at once when nothing is lost by it', async () => {
    expect(await arrive().through).toEqual(['/results']);
    setCurrentFragrance(ownFragrance);
    fragrance.saved = { [ownFragrance.id]: 'saved' };
    expect(await arrive().through).toEqual(['/results']);
    expect(replacement.asked).toBeNull();
  });

  it('raises a question before it ends a recording', async () => {
    busy.now = true;
    const { through } = arrive();
    await vi.waitUntil(() => replacement.asked !== null, { timeout: WAIT_TIMEOUT_MS });
    expect(replacement.asked).toEqual({ next: otherFragrance.name, current: null, ends: true });
    answerReplacement(false);
    expect(await through).toEqual([]);
  });

  it('answers the earlier question with no', async () => {
    setCurrentFragrance(ownFragrance);
    const first = arrive();
    await vi.waitUntil(() => replacement.asked !== null, { timeout: WAIT_TIMEOUT_MS });
    const second = arrive();
    expect(await first.through).toEqual([]);
    answerReplacement(true);
    expect(await second.through).toEqual(['/results']);
  });
});

it('a file that the visitor chose is opened without a question, and the one before it is one step back', async () => {
  setCurrentFragrance(ownFragrance);
  expect(await importFragrance(file())).toBe(true);
  expect(loadFormer()?.id).toBe(ownFragrance.id);
  deleteCurrentFragrance();
  expect(loadFormer()).toBeNull();
});

it.each<[string, () => unknown]>([
  ['a recording', () => beginProcessing(analyzedSound())],
  [
    'a beat',
    () => {
      change(withLevel(INITIAL_BEAT, 'A4', 0, FULL_STRENGTH));
      return createFromBeat();
    },
  ],
  ['a take', () => makeFragranceOfTake({ notes: [{ midi: 69, onset: 0, offset: 1, velocity: 0.8 }], duration: 1 })],
  [
    'a link',
    () => {
      scentwaves.detected = ['E5', 'D4', 'C3'];
      scentwaves.selected = ['D4', 'E5'];
      return createFromLink();
    },
  ],
])('%s leaves the unsaved fragrance before it one step back', async (_maker, make) => {
  setCurrentFragrance(ownFragrance);
  await make();
  expect(loadCurrentFragrance()?.id).not.toBe(ownFragrance.id);
  // A reload reads it from the device.
  fragrance.former = null;
  restorePreviousFragrance();
  expect(loadCurrentFragrance()).toEqual(ownFragrance);
});

it('a link without ticked notes shows a warning, and the fragrance stays', () => {
  const notices: Notice[] = [];
  const stop = onNotice((notice) => notices.push(notice));
  setCurrentFragrance(ownFragrance);
  scentwaves.detected = ['E5', 'D4'];
  scentwaves.selected = [];
  expect(createFromLink()).toBe(false);
  stop();
  // Drops queued notices of the tests before.
  expect(notices.at(-1)).toMatchObject({ kind: 'warning', title: 'No notes detected' });
  expect(loadCurrentFragrance()?.id).toBe(ownFragrance.id);
  expect(loadFormer()).toBeNull();
});
