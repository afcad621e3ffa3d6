import { describe, expect, it } from 'vitest';
import { aiff, au, caf, id3, concatBytes, number, wave, wave64 } from '#tests/fixtures/containers.ts';
import { fileKind, HEAD_BYTES, kindOf } from './kind.ts';

const sound = { channels: [new Float32Array(100)], sampleRate: 8000 };
const zeros = (length: number): Uint8Array => new Uint8Array(length);
/** MPEG 1 layer III, 128 kbit/s at 44.1 kHz: frames of 417 bytes. */
const mp3 = concatBytes([0xff, 0xfb, 0x90, 0x00], zeros(413), [0xff, 0xfb, 0x90, 0x00], zeros(413));
const mp2 = concatBytes([0xff, 0xfd, 0x80, 0x00], zeros(413), [0xff, 0xfd, 0x80, 0x00], zeros(413));
const adts = concatBytes(
  [0xff, 0xf1, 0x50, 0x40, 0x02, 0x1f, 0xfc],
  zeros(9),
  [0xff, 0xf1, 0x50, 0x40, 0x02, 0x1f, 0xfc],
);
const ogg = (packet: string): Uint8Array => concatBytes('OggS', [0, 2], zeros(20), [1, 30], packet, zeros(30));

const kindName = (bytes: Uint8Array): string | null => {
  const kind = fileKind(bytes);
  if (kind === null) return null;
  return kind.opens === 'sound' ? `${kind.type} ${kind.name}` : kind.opens;
};

describe('the kind of a file', () => {
  it.each<[Uint8Array, string | null]>([
    [wave(sound), 'audio/wav a WAV file'],
    [wave(sound, { form: 'RF64' }), 'audio/wav a WAV file'],
    [concatBytes(id3(50), wave(sound)), 'audio/wav a WAV file'],
    [wave64(sound), 'null a Wave64 file'],
    [aiff(sound), 'audio/aiff an AIFF file'],
    [caf(sound), 'audio/x-caf a Core Audio file'],
    [au(sound), 'null an AU file'],
    [mp3, 'audio/mpeg an MP3 file'],
    [concatBytes(zeros(4096), mp3), 'audio/mpeg an MP3 file'],
    [concatBytes(id3(20), id3(300), zeros(100), mp3), 'audio/mpeg an MP3 file'],
    [mp2, 'null an MP2 file'],
    [adts, 'audio/aac an AAC file'],
    [concatBytes(id3(20), adts), 'audio/aac an AAC file'],
    [concatBytes('fLaC', zeros(40)), 'audio/flac a FLAC file'],
    [concatBytes(id3(20), 'fLaC', zeros(40)), 'audio/flac a FLAC file'],
    [ogg('OpusHead'), 'audio/ogg an Opus file'],
    [ogg('\x01vorbis'), 'audio/ogg an Ogg file'],
    [ogg('Speex   '), 'null a Speex file'],
    [concatBytes(number(24, 4, true), 'ftypM4A '), 'audio/mp4 an MP4 file'],
    [concatBytes(number(24, 4, true), 'ftypqt  '), 'audio/mp4 a QuickTime file'],
    [concatBytes([0x1a, 0x45, 0xdf, 0xa3]), 'audio/webm a WebM or Matroska file'],
    [concatBytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11]), 'null a Windows Media file'],
    [concatBytes('wvpk'), 'null a WavPack file'],
    [concatBytes('MAC '), "null a Monkey's Audio file"],
    [concatBytes([0x0b, 0x77, 0, 0]), 'audio/ac3 a Dolby Digital file'],
    [concatBytes('#!AMR\n'), 'audio/amr an AMR recording'],
    [concatBytes('MThd', number(6, 4, true)), 'midi'],
    [concatBytes('RIFF', number(50, 4), 'RMIDdata'), 'midi'],
    [concatBytes(zeros(128), 'MThd', number(6, 4, true)), 'midi'],
    [concatBytes('\n { "name": "Rose" }'), 'fragrance'],
    [concatBytes([0xef, 0xbb, 0xbf], '{}'), 'fragrance'],
    [concatBytes('{a song'), null],
    [concatBytes('This is a letter, and no sound.'), null],
    [concatBytes([0xff, 0xfb, 0x90, 0x00], ' and text behind it', zeros(800)), null],
    [concatBytes([0x89], 'PNG\r\n'), null],
    [zeros(5000), null],
    [zeros(0), null],
  ])('is recognised by its bytes (%#)', (bytes, expected) => {
    expect(kindName(bytes)).toBe(expected);
  });

  it('is recognised after a picture larger than the first read', async () => {
    const tag = (size: number): Uint8Array =>
      concatBytes('ID3', [4, 0, 0], [size >> 21, (size >> 14) & 127, (size >> 7) & 127, size & 127], zeros(size));
    const file = new Blob([concatBytes(tag(2 * HEAD_BYTES), 'fLaC', zeros(40))]);
    expect(await kindOf(file)).toMatchObject({ container: 'flac' });
    expect(await kindOf(new Blob([concatBytes(tag(2 * HEAD_BYTES)).subarray(0, 1000)]))).toMatchObject({
      container: 'mpeg',
    });
  });
});
