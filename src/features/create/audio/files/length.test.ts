import { describe, expect, it } from 'vitest';
import { id3, concatBytes, number } from '#tests/fixtures/containers.ts';
import { declaredSeconds } from './length.ts';

const zeros = (length: number): Uint8Array => new Uint8Array(length);
const repeatBytes = (bytes: Uint8Array, times: number): Uint8Array =>
  concatBytes(...Array.from({ length: times }, () => bytes));
/** 26.12 ms each, of 104 and of 417 bytes. */
const quietFrame = concatBytes([0xff, 0xfb, 0x10, 0x00], zeros(100));
const loud = concatBytes([0xff, 0xfb, 0x90, 0x00], zeros(413));

/** A page of Ogg: its granule position is where the sound is after it. */
function page(serial: number, granule: number, first: boolean, body: Uint8Array): Uint8Array {
  return concatBytes(
    'OggS',
    [0, first ? 2 : 0],
    number(granule, 8),
    number(serial, 4),
    number(0, 8),
    [1, body.length],
    body,
  );
}
const opus = (serial: number, seconds: number, from = 0): Uint8Array =>
  concatBytes(
    page(serial, 0, true, concatBytes('OpusHead', zeros(11))),
    page(serial, (from + 0.5) * 48_000, false, zeros(50)),
    page(serial, (from + seconds) * 48_000, false, zeros(50)),
  );

describe('the length of a sound', () => {
  it('counts all frames, even where the first ones suggest another length', () => {
    expect(declaredSeconds(concatBytes(repeatBytes(quietFrame, 100), repeatBytes(loud, 100)), 'mpeg')).toBeCloseTo(
      200 * 0.02612,
      3,
    );
    // The last frame may be cut off; the tag between two songs is no sound.
    const joinedSongs = concatBytes(id3(300), repeatBytes(loud, 50), id3(30), repeatBytes(loud, 50).subarray(0, -100));
    expect(declaredSeconds(joinedSongs, 'mpeg')).toBeCloseTo(100 * 0.02612, 3);
  });

  it('counts the frames of ADTS', () => {
    const frame = concatBytes([0xff, 0xf1, 0x50, 0x40, 0x02, 0x1f, 0xfc], zeros(9));
    expect(declaredSeconds(repeatBytes(frame, 100), 'adts')).toBeCloseTo((100 * 1024) / 44_100, 6);
  });

  it('is the sum of the streams of an Ogg file, wherever they begin', () => {
    expect(declaredSeconds(opus(1, 3), 'ogg')).toBeCloseTo(3, 6);
    expect(declaredSeconds(concatBytes(opus(1, 3), opus(2, 2)), 'ogg')).toBeCloseTo(5, 6);
    expect(declaredSeconds(opus(1, 3, 5000), 'ogg')).toBeCloseTo(2.5, 6);
  });

  it('is that of the FLAC header, unless it is unknown there', () => {
    const flac = (frames: number): Uint8Array =>
      concatBytes('fLaC', [0x80, 0, 0, 34], zeros(10), [0x0a, 0xc4, 0x40, 0xf0], number(frames, 4, true), zeros(16));
    expect(declaredSeconds(flac(88_200), 'flac')).toBe(2);
    expect(declaredSeconds(flac(0), 'flac')).toBeNull();
  });

  it('is unknown for a file without sound', () => {
    for (const container of ['mpeg', 'adts', 'ogg', 'flac', 'mp4', 'wave'] as const)
      expect(declaredSeconds(zeros(200).fill(0xff), container)).toBeNull();
  });
});
