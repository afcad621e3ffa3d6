import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeBeat } from '#features/instruments/domain/beat/beatLink.ts';
import { FULL_STRENGTH, INITIAL_BEAT, sameBeat } from '#features/instruments/domain/beat/beat.ts';
import { withLevel } from '#features/instruments/domain/beat/beatChanges.ts';
import { beatDraft, readBeatDraft } from '#features/instruments/domain/schema/beat.ts';
import { localStore } from '#core/storage/localStore.ts';
import { BEAT_KEY, change, clearGrid, openBeat, showPattern, undo } from '#features/instruments/state/beat/beat.ts';
import { beatMaker } from '#features/instruments/state/beat/beatMaker.ts';
import { stubBrowserGlobals } from '../memoryStorage.ts';

const ownBeat = withLevel(INITIAL_BEAT, 'C3', 0, FULL_STRENGTH);
const linkedBeat = withLevel(INITIAL_BEAT, 'G4', 3, FULL_STRENGTH);
const storedDraft = () => readBeatDraft(localStore.read(BEAT_KEY));

beforeEach(() => {
  stubBrowserGlobals();
  localStore.keep(BEAT_KEY, beatDraft(ownBeat));
  openBeat(null);
});
afterEach(() => vi.unstubAllGlobals());

describe('a beat from a link', () => {
  it('replaces nothing before it is changed', () => {
    openBeat(encodeBeat(linkedBeat));
    expect(sameBeat(beatMaker.beat, linkedBeat)).toBe(true);
    showPattern(1);
    expect(storedDraft()).toEqual(ownBeat);
    // The next page, without the link.
    openBeat(null);
    expect(beatMaker.beat).toEqual(ownBeat);
  });

  it("is stored once it is changed, and the visitor's own beat is one step back", () => {
    openBeat(encodeBeat(linkedBeat));
    const changed = withLevel(beatMaker.beat, 'E4', 5, FULL_STRENGTH);
    change(changed);
    expect(storedDraft()).toEqual(changed);
    undo();
    undo();
    expect(storedDraft()).toEqual(ownBeat);
  });

  it("is replaced by the visitor's own beat with Undo", () => {
    openBeat(encodeBeat(linkedBeat));
    undo();
    expect(beatMaker.beat).toEqual(ownBeat);
    expect(storedDraft()).toEqual(ownBeat);
  });
});

it('Clear is one step, which Undo reverts with all patterns', () => {
  showPattern(1);
  change(withLevel(beatMaker.beat, 'C4', 2, FULL_STRENGTH));
  const painted = beatMaker.beat;
  clearGrid();
  expect(beatMaker.beat.patterns.every(({ pads }) => Object.keys(pads).length === 0)).toBe(true);
  undo();
  expect(beatMaker.beat).toEqual(painted);
});
