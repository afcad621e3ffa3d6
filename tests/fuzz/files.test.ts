/**
 * Damaged sound files are recognized, measured and read, or refused with a message of the app. Reading never crashes,
 * allocates no more than the file can hold, and leaves no memory behind.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileKind } from '../../src/features/create/audio/files/kind.ts';
import { countedSeconds } from '../../src/features/create/audio/files/length.ts';
import { tracksIn } from '../../src/features/create/audio/files/tracks.ts';
import { PcmError, readPcm } from '../../workers/ear/pcm/index.ts';
import { aiff, au, caf, id3, joined, number, wave, wave64 } from '../fixtures/containers.ts';
import { mp4Of, webmOf } from '../fixtures/boxes.ts';
import { TEST_MS } from '../patience.ts';
import { expectNoBurden, FILE_RUNS as RUNS, SEED } from './burden.ts';
import { mixed } from './values.ts';

/** Samples that a byte of a file may become, at most. */
const SAMPLES_PER_BYTE = 1;
const MAX_SAMPLES = 100_000;

const sound = {
  channels: [0, 1].map((c) => Float32Array.from({ length: 400 }, (_, i) => 0.5 * Math.sin((c + 1) * 0.1 * i))),
  sampleRate: 16_000,
};
const zeros = (length: number): Uint8Array => new Uint8Array(length);
const oggPage = (flags: number, granule: number, body: Uint8Array): Uint8Array =>
  joined('OggS', [0, flags], number(granule, 8), number(7, 4), number(0, 8), [1, body.length], body);
const ogg = joined(
  oggPage(2, 0, joined('OpusHead', [1, 2], zeros(9))),
  oggPage(0, 0, joined('OpusTags', zeros(8))),
  oggPage(0, 48_000, zeros(60)),
  oggPage(4, 96_000, zeros(60)),
);
const flac = joined('fLaC', [0x80, 0, 0, 34], zeros(10), [0x0a, 0xc4, 0x42, 0xf0, 0, 1, 0, 0], zeros(16), zeros(100));
const mpegFrame = joined([0xff, 0xfb, 0x90, 0x00], zeros(413));
const adtsFrame = joined([0xff, 0xf1, 0x50, 0x40, 0x02, 0x1f, 0xfc], zeros(9));

const SEEDS: readonly Uint8Array[] = [
  wave(sound),
  wave(sound, { kind: 'f64' }),
  wave(sound, { form: 'RF64' }),
  wave(sound, { form: 'RIFX' }),
  wave(sound, { dataSize: 0, before: joined('LIST', number(5, 4), 'INFOx') }),
  wave64(sound),
  aiff(sound),
  aiff(sound, 's16', 'ima4'),
  caf(sound),
  au(sound),
  ogg,
  joined(ogg, ogg),
  flac,
  joined(id3(60), flac),
  joined(id3(60), mpegFrame, mpegFrame, mpegFrame),
  joined(adtsFrame, adtsFrame, adtsFrame, adtsFrame),
  mp4Of('soun', 'mp4a'),
  webmOf(2, 'A_OPUS'),
];

const byte = fc.nat(255);
/** Damages a file, mostly in the header: changed bytes, huge numbers, removed or inserted parts, a missing rest. */
const blow = fc.tuple(
  fc.constantFrom('change', 'blow up', 'insert', 'remove', 'cut'),
  mixed([4, fc.nat(120)], [1, fc.nat()]),
  byte,
);
const fuzzed = fc.tuple(fc.constantFrom(...SEEDS), fc.array(blow, { maxLength: 6 })).map(([seed, blows]) => {
  const bytes = [...seed];
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

const isLength = (seconds: number): boolean => Number.isFinite(seconds) && seconds > 0;

function expectSane(bytes: Uint8Array<ArrayBuffer>): void {
  fileKind(bytes);
  for (const container of ['mpeg', 'adts', 'ogg', 'flac'] as const) {
    expect(countedSeconds(bytes, container) ?? 1).toSatisfy(isLength);
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

describe('reading a damaged sound file', { timeout: TEST_MS }, () => {
  it('reads or refuses every input and keeps no memory', () => {
    expectNoBurden(RUNS, () => fc.assert(fc.property(fuzzed, expectSane), { numRuns: RUNS, seed: SEED }));
  });
});
