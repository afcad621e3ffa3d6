import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTakeDraft, takeDraft } from '../schema/take.ts';
import { MAX_TAKE_GESTURES, type Gesture } from './gestures.ts';
import {
  EMPTY_TAKE,
  audibleNotes,
  MAX_TAKE_NOTES,
  QUANTISE_OPTIONS,
  withQuantise,
  withRecording,
  withTempo,
  type RecordedTake,
  type TakeNote,
} from './recordedTake.ts';

const note = (midi: number, onset: number, offset = onset + 0.2): TakeNote => ({ midi, onset, offset, velocity: 0.8 });
const played = (notes: TakeNote[], free = false): RecordedTake =>
  withRecording(EMPTY_TAKE, { notes, duration: Math.max(0, ...notes.map(({ offset }) => offset)) }, free);
const onsets = (take: RecordedTake): number[] =>
  audibleNotes(take).notes.map(({ onset }) => Math.round(onset * 1e6) / 1e6);

describe('a take', () => {
  it('is its last recording, at the tempo and grid of the one before', () => {
    const former = withQuantise(withTempo(played([note(60, 0)]), 90), 'eighth');
    const take = withRecording(former, { notes: [note(64, 1), note(67, 0.5)], duration: 3 }, true);
    expect(take).toMatchObject({ bpm: 90, quantise: 'eighth', firstBeat: 0.5, duration: 3, gestures: [] });
    expect(take.notes.map(({ midi }) => midi)).toEqual([67, 64]);
    expect(withRecording(former, { notes: [], duration: 0 }, true)).toEqual({
      ...EMPTY_TAKE,
      bpm: 90,
      quantise: 'eighth',
    });
  });

  it('ends a note when its key is struck again', () => {
    const take = played([note(60, 0, 2), note(60, 1, 1.5), note(64, 0, 9)]);
    expect(audibleNotes(take).notes.map(({ midi, offset }) => [midi, offset])).toEqual([
      [60, 1],
      [64, 9],
      [60, 1.5],
    ]);
  });

  it('moves the end of a key with its note, to the grid and to another tempo', () => {
    const take = played([{ ...note(60, 0.03, 2), keyUp: 0.4 }]);
    const [onGrid] = audibleNotes(withQuantise(take, 'eighth')).notes;
    expect([onGrid!.keyUp, onGrid!.offset].map((time) => time!.toFixed(6))).toEqual(['0.370000', '1.970000']);
    expect(withTempo(take, 60).notes[0]).toMatchObject({ onset: 0.06, offset: 4, keyUp: 0.8 });
  });

  it('is quantised in playback, and stored as it was played', () => {
    // At 120 a beat is half a second.
    const take = played([note(60, 0.03), note(62, 0.22), note(64, 0.36), note(65, 0.49)]);
    expect(onsets(take)).toEqual([0.03, 0.22, 0.36, 0.49]);
    expect(onsets(withQuantise(take, 'eighth'))).toEqual([0, 0.25, 0.25, 0.5]);
    expect(onsets(withQuantise(take, 'sixteenth'))).toEqual([0, 0.25, 0.375, 0.5]);
    expect(onsets(withQuantise(take, 'swing'))).toEqual([0, 0.333333, 0.333333, 0.5]);
    expect(onsets(withQuantise(withQuantise(take, 'swing'), 'off'))).toEqual([0.03, 0.22, 0.36, 0.49]);
    const [first] = audibleNotes(withQuantise(take, 'eighth')).notes;
    expect(first!.offset - first!.onset).toBeCloseTo(0.2, 9);
  });

  it('merges strikes that quantising moves together into the loudest one', () => {
    const strikes = [0, 0.1, 0.26, 0.36].map((onset, i) => ({
      ...note(60, onset, onset + 0.1),
      velocity: (5 + i) / 10,
    }));
    // Another tone sounds with the first one.
    const other: TakeNote = { ...note(60, 0.02, 0.9), tone: 'ether' };
    const { notes } = audibleNotes(withQuantise(played([...strikes, other]), 'eighth'));
    expect(notes.map(({ onset, velocity, tone, offset }) => [onset, velocity, tone, +offset.toFixed(6)])).toEqual([
      [0, 0.8, 'ether', 0.25],
      [0, 0.6, undefined, 0.1],
      [0.25, 0.8, undefined, 0.35],
    ]);
  });

  it('counts its beats from the first note without a metronome', () => {
    const take = played([note(60, 0.7), note(62, 0.98)], true);
    expect(onsets(withQuantise(take, 'eighth'))).toEqual([0.7, 0.95]);
  });

  it('follows the tempo', () => {
    const slow = withTempo(played([note(60, 0.5), note(62, 1)]), 60);
    expect([onsets(slow), slow.duration]).toEqual([[1, 2], 2.4]);
    expect(slow.notes.map(({ offset }) => offset)).toEqual([1.4, 2.4]);
    expect(withTempo(slow, 999).bpm).toBe(180);
    // Not longer than a take may be.
    const long = { ...played([note(60, 0)]), duration: 800 };
    expect(withTempo(long, 60)).toBe(long);
  });

  it('keeps its beats on the first note at another tempo', () => {
    const slow = withTempo(played([note(60, 0.7), note(62, 0.98)], true), 60);
    expect(onsets(withQuantise(slow, 'eighth'))).toEqual([1.4, 1.9]);
  });

  const bendGesture = (time: number, channel = 0): Gesture => ({ time, channel, control: 'bend', value: 12.5 });

  /** A draft of a version with layers. */
  const draftWithLayers = (layers: TakeNote[][], gestures: unknown): unknown => ({
    version: 1,
    metronome: true,
    countIn: false,
    take: { bpm: 120, quantise: 'off', firstBeat: 0, layers, gestures, duration: 2 },
  });

  it('opens a draft with layers as one recording with all notes, in order, and with separate channels', () => {
    const struck: TakeNote = { ...note(60, 0), channel: 1 };
    const row = [0.5, 1, 'bend', 12.5];
    const draft = draftWithLayers(
      [
        [struck, note(64, 1)],
        [struck, note(67, 0.5)],
      ],
      [[row, [0.25, 0, 'bend', 12.5]], [row]],
    );
    const { take } = readTakeDraft(draft)!;
    expect(take.notes.map(({ midi, channel }) => [midi, channel])).toEqual([
      [60, 1],
      [60, 3],
      [67, undefined],
      [64, undefined],
    ]);
    expect(take.gestures).toEqual([bendGesture(0.25, 0), bendGesture(0.5, 1), bendGesture(0.5, 3)]);
    // The same after it is stored again.
    expect(
      readTakeDraft(JSON.parse(JSON.stringify(takeDraft({ metronome: true, countIn: false, take }))))!.take,
    ).toEqual(take);
    const many = draftWithLayers(
      Array.from({ length: 64 }, () => [{ ...note(60, 0), channel: 63 }]),
      [],
    );
    const all = readTakeDraft(many)!;
    expect(all.take.notes.at(-1)!.channel).toBe(4095);
    expect(readTakeDraft(takeDraft(all))).toEqual(all);
  });

  it('is restored from its draft with its gestures, and opens as before without them', () => {
    const struck: TakeNote = { ...note(60, 0), channel: 0, keyUp: 0.1, release: 0.5 };
    const take = withRecording(
      EMPTY_TAKE,
      {
        notes: [struck],
        gestures: [bendGesture(0.5), { ...bendGesture(1), control: 'key', value: 1, midi: 60 }],
        duration: 2,
      },
      true,
    );
    const settings = { metronome: true, countIn: false };
    const stored = JSON.stringify(takeDraft({ ...settings, take }));
    expect(readTakeDraft(JSON.parse(stored))).toEqual({ ...settings, take });
    // A take stored by a version before gestures.
    const before =
      '{"version":1,"metronome":true,"countIn":false,"take":{"bpm":120,"quantise":"eighth","firstBeat":0.5,"layers":[[{"midi":60,"velocity":0.5,"tone":"ether","onset":0.5,"offset":1}]],"duration":2}}';
    const read = readTakeDraft(JSON.parse(before))!;
    expect(audibleNotes(read.take)).toEqual({
      notes: [{ midi: 60, velocity: 0.5, tone: 'ether', onset: 0.5, offset: 1 }],
      gestures: [],
      duration: 2,
    });
    expect(JSON.parse(JSON.stringify(takeDraft(read)))).toEqual(JSON.parse(before));
  });

  it('keeps its notes when the gestures of its draft are invalid', () => {
    const take = withRecording(EMPTY_TAKE, { notes: [note(60, 0)], gestures: [bendGesture(0.5)], duration: 2 }, true);
    const draft = takeDraft({ metronome: true, countIn: false, take }) as { take: object };
    for (const gestures of [
      'bends',
      [[[0.5, 0, 'bend', Infinity]]],
      [[[0.5, 4096, 'bend', 0]]],
      [[[0.5, 0, 'pitch', 0]]],
      [[[0.5, 0, 'level', 1.5]]],
      [[[-1, 0, 'bend', 0]]],
      [Array.from({ length: MAX_TAKE_GESTURES + 1 }, () => [0, 0, 'bend', 0])],
    ])
      expect(readTakeDraft({ ...draft, take: { ...draft.take, gestures } })?.take).toMatchObject({
        notes: [{ midi: 60 }],
        gestures: [],
      });
  });

  it('is restored from its draft', () => {
    const notes = fc.array(
      fc.record({
        midi: fc.integer({ min: 0, max: 127 }),
        onset: fc.integer({ min: 0, max: 899_000 }).map((ms) => ms / 1000),
        velocity: fc.integer({ min: 0, max: 100 }).map((part) => part / 100),
        tone: fc.constantFrom('held', 'ether'),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(notes, fc.constantFrom(...QUANTISE_OPTIONS), fc.boolean(), (all, quantise, free) => {
        const ended = all.map((n) => ({ ...n, offset: Math.round(1000 * n.onset + 500) / 1000 }));
        const take = withRecording(withQuantise(EMPTY_TAKE, quantise), { notes: ended, duration: 900 }, free);
        const draft = { metronome: free, countIn: !free, take };
        expect(readTakeDraft(JSON.parse(JSON.stringify(takeDraft(draft))))).toEqual(draft);
      }),
      { numRuns: 30 },
    );
  });

  it('is refused when its draft is invalid', () => {
    const draft = takeDraft({ metronome: true, countIn: false, take: played([note(60, 0)]) }) as {
      take: Record<string, unknown>;
    };
    const withNote = (change: object): unknown => ({
      ...draft,
      take: { ...draft.take, layers: [[{ ...note(60, 0), ...change }]] },
    });
    for (const hostile of [
      null,
      'take',
      {},
      { ...draft, version: 2 },
      { ...draft, take: { ...draft.take, bpm: 1e6 } },
      { ...draft, take: { ...draft.take, duration: Infinity } },
      { ...draft, take: { ...draft.take, layers: [[]] } },
      { ...draft, take: { ...draft.take, layers: Array.from({ length: 500 }, () => [note(60, 0)]) } },
      { ...draft, take: { ...draft.take, layers: [Array.from({ length: MAX_TAKE_NOTES + 1 }, () => note(60, 0))] } },
      withNote({ midi: 128 }),
      withNote({ onset: -1 }),
      withNote({ onset: 5, offset: 1 }),
      withNote({ velocity: 2 }),
      withNote({ tone: 'siren' }),
    ])
      expect(readTakeDraft(hostile)).toBeNull();
    expect(readTakeDraft({ ...draft, metronome: 'yes' })).toMatchObject({ metronome: false });
  });
});
