/**
 * Damaged MIDI files are read or refused with a message of the app. The reader never crashes, reads each byte of a track
 * once, and leaves no memory behind.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beatOfScore } from '../../src/features/instruments/domain/beat/midiBeat.ts';
import { isCoded } from '../../src/core/values/errors.ts';
import { isMidi } from '../../src/features/instruments/domain/midi/container.ts';
import { readMidi, type MidiScore } from '../../src/features/instruments/domain/midi/midiScore.ts';
import { TrackReader } from '../../src/features/instruments/domain/midi/trackReader.ts';
import { takeOfScore } from '../../src/features/instruments/domain/take/takeFragrance.ts';
import { TEST_MS } from '../patience.ts';
import { after, ascii, chunk, END, file, header, melody, meta, SCALE, tempo } from '../fixtures/midiBytes.ts';
import { expectNoBurden, FILE_RUNS as RUNS, SEED } from './burden.ts';
import { mixed } from './values.ts';

/** The notes that are read of a fuzzed file at most. */
const LIMITS = { notes: 50, seconds: 600 };
/** How often a byte of a track is looked at, at most: once as itself, and a few times on the way to another. */
const LOOKS = 24;

const byte = fc.nat(255);
const delta = fc.oneof(fc.nat(127), fc.nat(0x0fffffff));
/** An event, as it should be or nearly. */
const event: fc.Arbitrary<number[]> = mixed(
  [
    6,
    fc
      .tuple(delta, fc.constantFrom(0x80, 0x90, 0xb0, 0xc0, 0xe0), fc.nat(15), byte, byte)
      .map(([time, kind, channel, first, second]) => after(time, kind | channel, first, second)),
  ],
  [2, fc.tuple(fc.nat(127), fc.nat(127)).map(([key, velocity]) => [0, key, velocity])],
  [2, fc.tuple(byte, fc.array(byte, { maxLength: 6 }), delta).map((drawn) => meta(...drawn))],
  [1, fc.nat(0xffffff).map((microseconds) => tempo(microseconds))],
  [1, fc.array(byte, { maxLength: 8 }).map((data) => [0, 0xf0, data.length, ...data])],
  [1, fc.integer({ min: 0xf1, max: 0xff }).map((status) => [0, status])],
  [1, fc.array(byte, { maxLength: 5 })],
  [1, fc.constantFrom(END, melody(SCALE), melody([36, 38], 9), [0xff, 0xff, 0xff, 0xff, 0x7f])],
);
const events = fc.array(event, { maxLength: 30 }).map((drawn) => drawn.flat());
const part = fc
  .tuple(
    mixed([5, fc.constant('MTrk')], [1, fc.constantFrom('junk', 'MThd', 'M\0\0\0')]),
    events,
    fc.option(fc.oneof(fc.nat(40), fc.constantFrom(0, 0x7fffffff, 0xffffffff)), { freq: 4 }),
  )
  .map(([name, data, length]) => chunk(name, data, length ?? data.length));
const wrapping = fc.constantFrom<number[]>(
  [],
  [],
  Array(128).fill(0),
  [...ascii('RIFF'), 4, 0, 0, 0, ...ascii('RMIDdata'), 0xff, 0xff, 0, 0],
  [...ascii('RIFF'), 4, 0, 0, 0, ...ascii('RMIDLIST'), 0xff, 0xff, 0xff, 0xff],
);
const whole = fc
  .tuple(
    wrapping,
    fc.record({
      format: fc.nat(3),
      tracks: fc.nat(0xffff),
      division: fc.oneof(fc.constantFrom(0, 480), fc.nat(0xffff)),
    }),
    fc.array(part, { maxLength: 6 }),
  )
  .map(([before, fields, parts]) => [...before, ...header(fields), ...parts.flat()]);
/** Damage on the way: a byte changed, put in or taken out, or the rest missing. */
const damage = fc.array(fc.tuple(fc.constantFrom('change', 'insert', 'remove', 'cut'), fc.nat(), byte), {
  maxLength: 6,
});
const fuzzed = fc.tuple(whole, damage).map(([bytes, blows]) => {
  let now = bytes;
  for (const [blow, where, value] of blows) {
    const at = where % (now.length + 1);
    now =
      blow === 'cut'
        ? now.slice(0, at)
        : [...now.slice(0, at), ...(blow === 'remove' ? [] : [value]), ...now.slice(blow === 'insert' ? at : at + 1)];
  }
  return file(now);
});

/** What a call gives, or the code of its refusal. */
function outcome<T>(call: () => T, codes: readonly string[]): T | null {
  try {
    return call();
  } catch (error) {
    if (codes.some((code) => isCoded(error, code))) return null;
    throw error;
  }
}

function expectSane({ notes, drums, duration, bpm }: MidiScore): void {
  expect(notes.length + drums.length).toBeLessThanOrEqual(LIMITS.notes);
  expect(bpm > 0 && bpm < Infinity && duration <= LIMITS.seconds).toBe(true);
  for (const { midi, onset, offset, velocity, beat } of [...notes, ...drums]) {
    expect(Number.isInteger(midi) && midi >= 0 && midi <= 127).toBe(true);
    expect(onset >= 0 && onset < LIMITS.seconds && offset > onset && offset <= LIMITS.seconds).toBe(true);
    expect(velocity > 0 && velocity <= 1 && Number.isFinite(beat)).toBe(true);
  }
}

function expectRead(bytes: Uint8Array<ArrayBuffer>): void {
  isMidi(bytes);
  const score = outcome(() => readMidi(bytes, LIMITS), ['not_midi']);
  if (score === null) return;
  expectSane(score);
  outcome(() => beatOfScore(score), ['no_notes']);
  outcome(() => takeOfScore(score), ['no_notes', 'only_drums']);
}

describe('the reader of MIDI files', { timeout: TEST_MS }, () => {
  const options = { numRuns: RUNS, seed: SEED };
  it('reads or refuses every input and keeps no memory', () => {
    expectNoBurden(RUNS, () => fc.assert(fc.property(fuzzed, expectRead), options));
  });

  it('goes through a track once, whatever is in it', () => {
    fc.assert(
      fc.property(fc.oneof(events, fc.array(byte, { maxLength: 400 })), fc.boolean(), (drawn, loose) => {
        let looks = 0;
        const watched = new Proxy(Uint8Array.from(drawn), {
          get(target, name) {
            looks++;
            const value: unknown = Reflect.get(target, name, target);
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
          },
        });
        const reader = new TrackReader(watched, { from: 0, to: drawn.length, loose });
        let found = 0;
        for (reader.advance(); reader.kind !== 'end'; reader.advance()) found++;
        expect(found).toBeLessThanOrEqual(drawn.length);
        expect(looks).toBeLessThanOrEqual(LOOKS * (drawn.length + 1));
      }),
      options,
    );
  });
});
