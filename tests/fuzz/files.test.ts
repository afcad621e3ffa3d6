/**
 * Damaged files of sound and MIDI are recognized, measured and read, or refused with a message of the app. Reading
 * never crashes, allocates no more than the file can hold, reads each byte of a track once, and leaves no memory
 * behind.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileKind } from '#features/create/audio/files/kind.ts';
import { declaredSeconds } from '#features/create/audio/files/length.ts';
import { tracksIn } from '#features/create/audio/files/tracks.ts';
import { beatOfScore } from '#features/instruments/domain/beat/midiBeat.ts';
import { isCoded } from '#core/values/errors.ts';
import { isMidi } from '#features/instruments/domain/midi/chunks.ts';
import { readMidi, type MidiScore } from '#features/instruments/domain/midi/midiScore.ts';
import { TrackReader } from '#features/instruments/domain/midi/trackReader.ts';
import { takeOfScore } from '#features/instruments/domain/take/takeFragrance.ts';
import { PcmError, readPcm } from '#analysis/pcm/index.ts';
import { aiff, au, caf, id3, concatBytes, number, wave, wave64 } from '#tests/fixtures/containers.ts';
import { mp4Of, webmOf } from '#tests/fixtures/boxes.ts';
import { after, ascii, chunk, END, header, melody, meta, SCALE, tempo } from '#tests/fixtures/midiBytes.ts';
import { TEST_MS } from '#tests/timeouts.ts';
import { IS_LONG, memoryInUse, RUN_COUNT, SEED } from './runSize.ts';
import { mixed } from './values.ts';

/** Files are read in no time. */
const RUN_OPTIONS = { numRuns: Math.max(30, RUN_COUNT), seed: SEED };
/** Bytes that may be more in use afterwards: a leak of one file a run would be far more. */
const GROWTH_BYTES = 8 * 1024 * 1024;

/** Damage to a file, mostly to its header: changed bytes, huge numbers, removed or inserted parts, a missing rest. */
const place = mixed([4, fc.nat(120)], [1, fc.nat()]);
const byteChanges = fc.tuple(fc.constantFrom('change', 'blow up', 'insert', 'remove', 'cut'), place, fc.nat(255));

/**
 * Damages whole files and gives each to its reader, which throws when it fails. A long run reads them twice, and
 * expects that nothing of the second time stays in memory.
 */
function expectReads(whole: fc.Arbitrary<Iterable<number>>, read: (bytes: Uint8Array<ArrayBuffer>) => void): void {
  const damaged = fc.tuple(whole, fc.array(byteChanges, { maxLength: 6 })).map(([file, blows]) => {
    const bytes = [...file];
    for (const [kind, place, value] of blows) {
      const at = place % Math.max(1, bytes.length);
      if (kind === 'change') bytes[at] = value;
      else if (kind === 'blow up') bytes.fill(value < 128 ? 0xff : 0, at, at + 1 + (value % 8));
      else if (kind === 'insert') bytes.splice(at, 0, value, value);
      else if (kind === 'remove') bytes.splice(at, 1 + (value % 8));
      else bytes.length = at;
    }
    return Uint8Array.from(bytes);
  });
  const readAll = (): void => fc.assert(fc.property(damaged, read), RUN_OPTIONS);
  readAll();
  if (!IS_LONG) return;
  const before = memoryInUse();
  readAll();
  expect(memoryInUse() - before, 'bytes more in use').toBeLessThan(GROWTH_BYTES);
}

/** Samples that a byte of a file may become, at most. */
const SAMPLES_PER_BYTE = 1;
const MAX_SAMPLES = 100_000;

const sound = {
  channels: [0, 1].map((c) => Float32Array.from({ length: 400 }, (_, i) => 0.5 * Math.sin((c + 1) * 0.1 * i))),
  sampleRate: 16_000,
};
const zeros = (length: number): Uint8Array => new Uint8Array(length);
const oggPage = (flags: number, granule: number, body: Uint8Array): Uint8Array =>
  concatBytes('OggS', [0, flags], number(granule, 8), number(7, 4), number(0, 8), [1, body.length], body);
const ogg = concatBytes(
  oggPage(2, 0, concatBytes('OpusHead', [1, 2], zeros(9))),
  oggPage(0, 0, concatBytes('OpusTags', zeros(8))),
  oggPage(0, 48_000, zeros(60)),
  oggPage(4, 96_000, zeros(60)),
);
const streamInfo = concatBytes(zeros(10), [0x0a, 0xc4, 0x42, 0xf0, 0, 1, 0, 0], zeros(16));
const flac = concatBytes('fLaC', [0x80, 0, 0, 34], streamInfo, zeros(100));
const mpegFrame = concatBytes([0xff, 0xfb, 0x90, 0x00], zeros(413));
const adtsFrame = concatBytes([0xff, 0xf1, 0x50, 0x40, 0x02, 0x1f, 0xfc], zeros(9));

const SEEDS: readonly Uint8Array[] = [
  wave(sound),
  wave(sound, { kind: 'f64' }),
  wave(sound, { form: 'RF64' }),
  wave(sound, { form: 'RIFX' }),
  wave(sound, { dataSize: 0, before: concatBytes('LIST', number(5, 4), 'INFOx') }),
  wave64(sound),
  aiff(sound),
  aiff(sound, 's16', 'ima4'),
  caf(sound),
  au(sound),
  ogg,
  concatBytes(ogg, ogg),
  flac,
  concatBytes(id3(60), flac),
  concatBytes(id3(60), mpegFrame, mpegFrame, mpegFrame),
  concatBytes(adtsFrame, adtsFrame, adtsFrame, adtsFrame),
  mp4Of('soun', 'mp4a'),
  webmOf(2, 'A_OPUS'),
];

const isLength = (seconds: number): boolean => Number.isFinite(seconds) && seconds > 0;

function expectSound(bytes: Uint8Array<ArrayBuffer>): void {
  fileKind(bytes);
  for (const container of ['mpeg', 'adts', 'ogg', 'flac'] as const) {
    expect(declaredSeconds(bytes, container) ?? 1).toSatisfy(isLength);
  }
  try {
    const { channels, sampleRate } = readPcm(bytes, MAX_SAMPLES);
    expect(sampleRate).toBeGreaterThanOrEqual(3000);
    const samples = channels.reduce((sum, { length }) => sum + length, 0);
    expect(samples).toBeLessThanOrEqual(SAMPLES_PER_BYTE * bytes.length);
    for (const channel of channels) expect(channel.every(Number.isFinite)).toBe(true);
  } catch (error) {
    if (!(error instanceof PcmError)) throw error;
  }
  expect(tracksIn(bytes)?.seconds ?? 1).toSatisfy(isLength);
}

/** The notes that are read of a fuzzed file at most. */
const MIDI_LIMITS = { notes: 50, seconds: 600 };
/** Maximum number of times that a reader may read one byte of a track. */
const MAX_READS = 24;

const byte = fc.nat(255);
const delta = fc.oneof(fc.nat(127), fc.nat(0x0fffffff));
/** An event, as it should be or nearly. */
const event: fc.Arbitrary<number[]> = mixed(
  [6, fc.tuple(delta, fc.integer({ min: 0x80, max: 0xef }), byte, byte).map((drawn) => after(...drawn))],
  [2, fc.tuple(fc.nat(127), fc.nat(127)).map(([key, velocity]) => [0, key, velocity])],
  [2, fc.tuple(byte, fc.array(byte, { maxLength: 6 }), delta).map((drawn) => meta(...drawn))],
  [1, fc.nat(0xffffff).map((microseconds) => tempo(microseconds))],
  [1, fc.array(byte, { maxLength: 8 }).map((data) => [0, 0xf0, data.length, ...data])],
  [1, fc.integer({ min: 0xf1, max: 0xff }).map((status) => [0, status])],
  [1, fc.array(byte, { maxLength: 5 })],
  [1, fc.constantFrom(END, melody(SCALE), melody([36, 38], 9), [0xff, 0xff, 0xff, 0xff, 0x7f])],
);
const events = fc.array(event, { maxLength: 30 }).map((drawn) => drawn.flat());
const chunkNames = mixed([5, fc.constant('MTrk')], [1, fc.constantFrom('junk', 'MThd', 'M\0\0\0')]);
const chunkLengths = fc.option(fc.oneof(fc.nat(40), fc.constantFrom(0, 0x7fffffff, 0xffffffff)), { freq: 4 });
const part = fc
  .tuple(chunkNames, events, chunkLengths)
  .map(([name, data, size]) => chunk(name, data, size ?? data.length));
const wrapping = fc.constantFrom<number[]>(
  [],
  [],
  Array(128).fill(0),
  [...ascii('RIFF'), 4, 0, 0, 0, ...ascii('RMIDdata'), 0xff, 0xff, 0, 0],
  [...ascii('RIFF'), 4, 0, 0, 0, ...ascii('RMIDLIST'), 0xff, 0xff, 0xff, 0xff],
);
const word = fc.nat(0xffff);
const division = fc.oneof(fc.constantFrom(0, 480), word);
const midi = fc
  .tuple(wrapping, fc.record({ format: fc.nat(3), tracks: word, division }), fc.array(part, { maxLength: 6 }))
  .map(([before, fields, parts]) => [...before, ...header(fields), ...parts.flat()]);

/** The result of a call; null where it refuses with one of these codes. */
function outcome<T>(call: () => T, codes: readonly string[]): T | null {
  try {
    return call();
  } catch (error) {
    if (codes.some((code) => isCoded(error, code))) return null;
    throw error;
  }
}

function expectSaneScore({ notes, drums, duration, bpm }: MidiScore): void {
  expect(notes.length + drums.length).toBeLessThanOrEqual(MIDI_LIMITS.notes);
  expect(bpm > 0 && bpm < Infinity && duration <= MIDI_LIMITS.seconds).toBe(true);
  for (const { midi, onset, offset, velocity, beat } of [...notes, ...drums]) {
    expect(Number.isInteger(midi) && midi >= 0 && midi <= 127).toBe(true);
    expect(onset >= 0 && onset < MIDI_LIMITS.seconds && offset > onset && offset <= MIDI_LIMITS.seconds).toBe(true);
    expect(velocity > 0 && velocity <= 1 && Number.isFinite(beat)).toBe(true);
  }
}

function expectMidi(bytes: Uint8Array<ArrayBuffer>): void {
  isMidi(bytes);
  const score = outcome(() => readMidi(bytes, MIDI_LIMITS), ['not_midi']);
  if (score === null) return;
  expectSaneScore(score);
  outcome(() => beatOfScore(score), ['no_notes']);
  outcome(() => takeOfScore(score), ['no_notes', 'only_drums']);
}

describe('a damaged file', { timeout: TEST_MS }, () => {
  it('of sound is read or refused, and leaves no memory in use', () =>
    expectReads(fc.constantFrom(...SEEDS), expectSound));

  it('of MIDI is read or refused, and leaves no memory in use', () => expectReads(midi, expectMidi));

  it('of MIDI has each track read once, with any content', () => {
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
        expect(looks).toBeLessThanOrEqual(MAX_READS * (drawn.length + 1));
      }),
      RUN_OPTIONS,
    );
  });
});
