import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import recorded from '#tests/fixtures/stored/0.1.0.json' with { type: 'json' };
import { stubBrowserGlobals } from './memoryStorage.ts';

/* Data that tests/fixtures/stored/record.ts has recorded with 0.1.0. The recording stays as it is. */

const [RECORDING, MEMBER] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const sungFields = { name: 'Sung', musicEssence: ['E4', 'F#4', 'G4'], recordingId: RECORDING, source: 'spectral' };
const playedFields = { name: 'Played', musicEssence: ['C4', 'E4', 'G4'], source: 'keys' };

beforeEach(() => {
  const storage = stubBrowserGlobals();
  for (const [key, text] of Object.entries(recorded.local)) storage.setItem(key, text);
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

describe('a device with data of 0.1.0', () => {
  it('has its fragrance, with its trace, and the previous one', async () => {
    const { loadCurrentFragrance } = await import('#features/fragrance/state/fragrance.ts');
    const { loadFormer } = await import('#features/fragrance/state/fragrance.ts');
    const current = loadCurrentFragrance()!;
    expect(current).toMatchObject(sungFields);
    expect(current.trace!.peaks).toHaveLength(240);
    expect(current.trace!.notes.length).toBeGreaterThan(3);
    expect(current.proportions!.length).toBeGreaterThan(0);
    expect(current.character!.axes.brightness).toBeGreaterThan(0);
    expect(loadFormer()).toMatchObject(playedFields);
  });

  it('has its saved fragrances, its playlist and its member', async () => {
    const { localFragrances, PLAYLIST_KEY, readFragrances } =
      await import('#features/fragrance/state/savedFragrances.ts');
    const { session } = await import('#features/session/state/session.ts');
    expect(localFragrances(MEMBER!, true)).toMatchObject([playedFields, sungFields]);
    expect(readFragrances(PLAYLIST_KEY)).toMatchObject([{ ...playedFields, isPublic: true, creatorId: MEMBER }]);
    expect(session.user).toMatchObject({ id: MEMBER, email: 'ada@accord.example', liquidName: 'ada' });
  });

  it('has its share, its secret and its preorder', async () => {
    const { shares } = await import('#features/share/state/shares.ts');
    const { findRecord } = await import('#features/share/domain/shareRecord.ts');
    const { loadCurrentFragrance } = await import('#features/fragrance/state/fragrance.ts');
    const { ownerSecret } = await import('#core/storage/ownerSecret.ts');
    const { localPreorders } = await import('#features/community/state/preorder.ts');
    expect(findRecord(shares.records, loadCurrentFragrance()!, null)).toMatchObject({
      shareId: recorded.share.share_id,
      made: true,
      showName: true,
      recordingId: RECORDING,
    });
    expect(ownerSecret()).toBe(recorded.local['accord:owner']);
    expect(localPreorders()).toMatchObject([{ email: 'ada@accord.example', fragranceName: 'Citrus Dawn' }]);
  });

  it('has its drafts, and the addresses of its recordings', async () => {
    const { drafts } = await import('#core/recordings/drafts.ts');
    const { storedUrl } = await import('#core/recordings/storedRecordings.ts');
    expect(drafts(Date.parse('2026-11-29'))).toMatchObject([{ seconds: 4, name: null, type: 'audio/webm' }]);
    expect(storedUrl(RECORDING!)).toContain('/2026-11/sung.webm');
  });

  it('has its take, its beat, its tone and the settings of its keyboard', async () => {
    const { openTake, takes } = await import('#features/instruments/state/take/takeState.ts');
    const { readBeatDraft } = await import('#features/instruments/domain/schema/beat.ts');
    const { decodeBeat } = await import('#features/instruments/domain/beat/beatLink.ts');
    const { keyboard } = await import('#features/instruments/state/keyboard/keyboard.ts');
    const { midi } = await import('#features/instruments/state/midi/midi.ts');
    openTake();
    expect(takes).toMatchObject({ metronome: true, take: { bpm: 120, quantise: 'eighth', firstBeat: 0.5 } });
    const note = { midi: 60, onset: 0.5, offset: 1, velocity: 0.8, tone: 'wood', channel: 0 };
    // A take of two layers opens as one with all notes, each layer with its own channels.
    const [first, second, ...others] = takes.take.notes.toSorted((a, b) => a.midi - b.midi || a.channel! - b.channel!);
    expect([first, second]).toMatchObject([note, { ...note, channel: 1 }]);
    expect(others).toMatchObject([{ midi: 64 }, { midi: 64 }]);
    expect(takes.take.gestures).toEqual([{ time: 0.75, channel: 0, control: 'bend', value: 200 }]);
    const beat = readBeatDraft(JSON.parse(recorded.local['accord:beat']))!;
    expect(beat).toMatchObject({ bpm: 120, notes: ['C3', 'E3', 'G3', 'C4'] });
    expect(beat.patterns[0]).toEqual({ bars: 1, pads: { C3: '80004' } });
    expect(decodeBeat(recorded.beatLink)).toMatchObject({ notes: beat.notes, patterns: beat.patterns });
    expect(keyboard.tone).toBe('wood');
    expect(midi.settings).toMatchObject({ transpose: 2, velocity: 'linear' });
  });
});

it('the row of a share of 0.1.0 is read', async () => {
  const { sharesTable } = await import('#features/share/backend/shareTables.ts');
  const { name, musicEssence, source } = sungFields;
  expect(sharesTable.fromRow(recorded.share)).toMatchObject({
    name,
    musicEssence,
    source,
    makerName: 'Ada',
    viewCount: 3,
  });
});
