import { describe, expect, it } from 'vitest';
import {
  adpcmWave,
  aiff,
  au,
  caf,
  id3,
  concatBytes,
  number,
  wave,
  wave64,
  type SampledSound,
} from '../../../tests/fixtures/containers.ts';
import { PcmError, readPcm } from './index.ts';

const SAMPLE_RATE = 16_000;
const tone = (hz: number, frames = 2000): Float32Array =>
  Float32Array.from({ length: frames }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE));
const mono: SampledSound = { channels: [tone(440)], sampleRate: SAMPLE_RATE };
const stereo: SampledSound = { channels: [tone(440), tone(660)], sampleRate: SAMPLE_RATE };

/** Largest difference from the written samples. */
function error(bytes: Uint8Array, { channels, sampleRate }: SampledSound): number {
  const read = readPcm(bytes);
  expect(read.sampleRate).toBe(sampleRate);
  expect(read.channels.length).toBe(channels.length);
  let worst = 0;
  channels.forEach((channel, c) => {
    expect(read.channels[c]!.length).toBe(channel.length);
    channel.forEach((value, i) => (worst = Math.max(worst, Math.abs(value - read.channels[c]![i]!))));
  });
  return worst;
}

function codeOf(bytes: Uint8Array, maxSamples?: number): string {
  try {
    readPcm(bytes, maxSamples);
  } catch (error) {
    if (error instanceof PcmError) return error.codec === null ? error.code : `${error.code} ${error.codec}`;
    throw error;
  }
  return 'read';
}

describe('the samples of a file', () => {
  const list = concatBytes('LIST', number(5, 4), 'INFOx');
  it.each<[string, Uint8Array]>([
    ['WAVE with the size 0, as a recorder that was cut off leaves it', wave(stereo, { dataSize: 0 })],
    ['WAVE with the size FFFFFFFF, as a pipe leaves it', wave(stereo, { dataSize: 0xffff_ffff })],
    ['WAVE of 24 bits in 4 bytes', wave(stereo, { kind: 's24', padded: { bytes: 4 } })],
    ['WAVE of 24 bits at the bottom of 4 bytes', wave(stereo, { kind: 's24', padded: { bytes: 4, above: true } })],
    ['WAVE of 64-bit floats', wave(stereo, { kind: 'f64' })],
    ['WAVE with an odd chunk that is padded', wave(stereo, { before: concatBytes(list, [0]) })],
    ['WAVE with an odd chunk that is not', wave(stereo, { before: list })],
    ['WAVE with a chunk behind its samples', wave(stereo, { behind: concatBytes('LIST', number(4, 4), 'INFO') })],
    ['WAVE behind two ID3 tags', concatBytes(id3(300), id3(20), wave(stereo))],
    ['RIFX', wave(stereo, { form: 'RIFX' })],
    ['RF64', wave(stereo, { form: 'RF64' })],
    ['AIFF of 8 bits', aiff(stereo, 's8')],
    ['AIFF of 16 bits', aiff(stereo, 's16')],
    ['AIFF of 24 bits', aiff(stereo, 's24')],
    ['AIFF behind an ID3 tag', concatBytes(id3(10), aiff(mono, 's16'))],
    ['AIFF-C, little-endian', aiff(stereo, 's16', 'sowt')],
    ['AIFF-C of floats', aiff(stereo, 'f32', 'fl32')],
    ['AIFF-C of 64-bit floats', aiff(stereo, 'f64', 'fl64')],
  ])('are read from %s', (name, bytes) => {
    expect(error(bytes, name.startsWith('AIFF behind') ? mono : stereo)).toBeLessThan(0.01);
  });

  it('are none if the file has none, and all existing ones of a file that was cut off', () => {
    const empty: SampledSound = { channels: [new Float32Array()], sampleRate: SAMPLE_RATE };
    expect(readPcm(wave(empty)).channels[0]!.length).toBe(0);
    expect(readPcm(wave(empty, { behind: concatBytes('LIST', number(4, 4), 'INFO') })).channels[0]!.length).toBe(0);
    expect(readPcm(aiff(mono).subarray(0, -1001)).channels[0]!.length).toBe(1499);
  });

  it('are never NaN or infinite', () => {
    const damaged = Float32Array.from(tone(440));
    damaged[7] = Number.NaN;
    damaged[8] = Infinity;
    const [read] = readPcm(wave({ channels: [damaged], sampleRate: SAMPLE_RATE }, { kind: 'f32' })).channels;
    expect([read![7], read![8]]).toEqual([0, 0]);
    // Nor one that is too large for 32 bits.
    const large = wave({ channels: [new Float32Array(8)], sampleRate: SAMPLE_RATE }, { kind: 'f64' });
    new DataView(large.buffer).setFloat64(44, 1e300, true);
    expect(readPcm(large).channels[0]![0]).toBe(0);
  });
});

describe('a file that cannot be read', () => {
  it('is reported with the reason and its encoding', () => {
    expect(codeOf(concatBytes('RIFF', number(4, 4), 'AVI '))).toBe('not_pcm');
    expect(codeOf(aiff(mono, 's16', 'alac'))).toBe('unsupported alac');
    for (const other of [caf(mono), au(mono), wave64(mono)]) expect(codeOf(other)).toBe('not_pcm');
    for (const code of [2, 0x11]) expect(codeOf(adpcmWave(mono, code))).toBe('unsupported ADPCM');
    expect(codeOf(aiff(mono, 's16', 'ima4'))).toBe('unsupported ima4');
    expect(codeOf(wave(mono).subarray(0, 40))).toBe('no_data');
    expect(codeOf(wave({ channels: [tone(1)], sampleRate: 1000 }))).toBe('unsupported');
  });

  it('is not loaded if it is too long', () => {
    expect(codeOf(wave(stereo), 3999)).toBe('too_long');
    expect(codeOf(wave(stereo), 4000)).toBe('read');
  });
});
