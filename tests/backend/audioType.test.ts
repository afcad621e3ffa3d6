import { describe, expect, it } from 'vitest';
import { audioTypeOf } from '#shared/audioType.ts';
import { wav } from './support/testServer.ts';

const text = (value: string) => new TextEncoder().encode(value);
const bytes = (...parts: (number[] | Uint8Array | string)[]) => {
  const all = parts.map((part) => (typeof part === 'string' ? text(part) : Uint8Array.from(part)));
  const joined = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};
const zeros = (count: number) => new Uint8Array(count);

/** An MPEG 1 layer III frame of 128 kbit/s at 44.1 kHz: 417 bytes with its header. */
const mp3Frame = () => bytes([0xff, 0xfb, 0x90, 0x00], zeros(413));
/** An ADTS frame of 32 bytes. */
const aacFrame = () => bytes([0xff, 0xf1, 0x50, 0x80, 0x04, 0x1f, 0xfc], zeros(25));

/** An ID3v2 tag with so many bytes (fewer than 16,384) behind its header. */
const id3 = (size: number) => bytes('ID3', [4, 0, 0, 0, 0, size >> 7, size & 0x7f], new Uint8Array(size).fill(0x20));
const matroska = (codec: string) =>
  bytes(
    [0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x88],
    'matroska',
    zeros(300),
    [0x86, codec.length],
    codec,
    zeros(40),
  );
/** A WAVE file of another code. */
const wavOf = (code: number, bits = 16) => {
  const file = Uint8Array.from(wav());
  file.set([code & 255, code >> 8], 20);
  file[34] = bits;
  return file;
};

describe('the kind of an audio file', () => {
  it.each([
    [
      'webm',
      bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84], 'webm', zeros(40)),
      'audio/webm',
      'webm',
    ],
    ['m4a', bytes([0, 0, 0, 0x1c], 'ftypM4A ', zeros(40)), 'audio/mp4', 'm4a'],
    ['mp4 of a recorder', bytes([0, 0, 0, 0x1c], 'ftypiso5', zeros(40)), 'audio/mp4', 'm4a'],
    ['wav', wav(), 'audio/wav', 'wav'],
    ['ogg', bytes('OggS', zeros(60)), 'audio/ogg', 'ogg'],
    ['flac', bytes('fLaC', zeros(60)), 'audio/flac', 'flac'],
    ['mp3 without a tag', bytes(mp3Frame(), mp3Frame()), 'audio/mpeg', 'mp3'],
    [
      'mp3 behind an ID3 tag',
      bytes('ID3', [4, 0, 0, 0, 0, 1, 0x10], zeros(144), mp3Frame(), mp3Frame()),
      'audio/mpeg',
      'mp3',
    ],
    ['mp3 of a single frame', mp3Frame(), 'audio/mpeg', 'mp3'],
    ['aac', bytes(aacFrame(), aacFrame()), 'audio/aac', 'aac'],
    ['mp3 behind two ID3 tags', bytes(id3(300), id3(40), mp3Frame(), mp3Frame()), 'audio/mpeg', 'mp3'],
    ['mp3 behind an empty tag', bytes(id3(0), mp3Frame(), mp3Frame()), 'audio/mpeg', 'mp3'],
    ['mp3 behind zeros', bytes(zeros(4096), mp3Frame(), mp3Frame()), 'audio/mpeg', 'mp3'],
    [
      'mp3 behind a tag, zeros and another tag',
      bytes(id3(7), zeros(900), id3(9), mp3Frame(), mp3Frame()),
      'audio/mpeg',
      'mp3',
    ],
    [
      'mp3 that was cut within a frame',
      bytes(new Uint8Array(200).fill(0x55), mp3Frame(), mp3Frame(), mp3Frame(), mp3Frame(), zeros(9)),
      'audio/mpeg',
      'mp3',
    ],
    [
      'mp3 whose tag tells too large a size',
      bytes('ID3', [4, 0, 0, 0, 0x7f, 0x7f, 0x7f], zeros(60), mp3Frame(), mp3Frame(), mp3Frame(), mp3Frame()),
      'audio/mpeg',
      'mp3',
    ],
    ['aac behind an ID3 tag', bytes(id3(63), aacFrame(), aacFrame()), 'audio/aac', 'aac'],
    ['flac behind an ID3 tag', bytes(id3(500), 'fLaC', zeros(60)), 'audio/flac', 'flac'],
    ['wav behind an ID3 tag', bytes(id3(20), wav()), 'audio/wav', 'wav'],
    [
      'RF64',
      bytes('RF64', [255, 255, 255, 255], 'WAVEds64', [28, 0, 0, 0], zeros(28), wav().subarray(12)),
      'audio/wav',
      'wav',
    ],
    ['wav without a length', bytes(wav().subarray(0, 4), [255, 255, 255, 255], wav().subarray(8)), 'audio/wav', 'wav'],
    ['m4a of an old telephone', bytes([0, 0, 0, 0x14], 'ftyp3gp4', zeros(40)), 'audio/mp4', 'm4a'],
    ['QuickTime', bytes([0, 0, 0, 0x14], 'ftypqt  ', zeros(40)), 'audio/mp4', 'm4a'],
    [
      'QuickTime from before its brands',
      bytes([0, 0, 0, 8], 'wide', [0, 0, 0, 16], 'mdat', zeros(8), [0, 0, 0, 40], 'moov', zeros(32)),
      'audio/mp4',
      'm4a',
    ],
    ['Matroska with Opus', matroska('A_OPUS'), 'audio/webm', 'webm'],
    ['Matroska with FLAC', matroska('A_FLAC'), 'audio/webm', 'webm'],
    [
      'webm without a length and cues',
      bytes(
        [0x1a, 0x45, 0xdf, 0xa3, 1, 0, 0, 0, 0, 0, 0, 0x1f, 0x42, 0x82, 0x84],
        'webm',
        [0x18, 0x53, 0x80, 0x67, 1, 255, 255, 255, 255, 255, 255, 255],
        zeros(9),
      ),
      'audio/webm',
      'webm',
    ],
  ])('is %s by its first bytes', (_name, file, mime, extension) => {
    expect(audioTypeOf(file)).toEqual({ mime, extension });
  });

  it.each([
    ['nothing', zeros(0)],
    ['text', text('This is a shopping list, called recording.mp3 by somebody in a hurry.')],
    ['a web page', text('<!doctype html><script>alert(1)</script>')],
    ['a picture', bytes([0x89], 'PNG', [13, 10, 26, 10], zeros(60))],
    ['a JPEG, which also begins with 0xFF', bytes([0xff, 0xd8, 0xff, 0xe0], zeros(60))],
    ['a HEIC picture, which also has an ftyp box', bytes([0, 0, 0, 0x1c], 'ftypheic', zeros(40))],
    ['a Matroska film', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x88], 'matroska', zeros(40))],
    ['Matroska with a codec that no browser plays', matroska('A_DTS')],
    ['a JPEG XL picture', bytes([0, 0, 0, 0x0c], 'ftypjxl ', zeros(40))],
    ['WAVE with ADPCM, which no browser plays', wavOf(0x11)],
    ['WAVE with floats of 64 bits, which no browser plays', wavOf(3, 64)],
    ['big-endian WAVE, which browsers play as noise', bytes('RIFX', wav().subarray(4))],
    ['AIFF', bytes('FORM', [0, 0, 1, 0], 'AIFFCOMM', zeros(200))],
    ['CAF', bytes('caff', [0, 1, 0, 0], 'desc', zeros(200))],
    ['AU', bytes('.snd', [0, 0, 0, 24], zeros(200))],
    ['Wave64', bytes('riff', [0x2e, 0x91, 0xcf, 0x11], zeros(200))],
    ['Speex in Ogg', bytes('OggS', zeros(22), [1, 80], 'Speex   ', zeros(80))],
    ['zeros', zeros(100_000)],
    ['zeros with text behind them', bytes(zeros(4096), text('not music at all'))],
    ['a QuickTime file without its moov', bytes([0, 0, 0, 8], 'free', text('something else here'))],
    [
      'two sync words and then anything',
      bytes([0xff, 0xfb, 0x90, 0], zeros(99), mp3Frame(), [0xff, 0xfb, 0x90, 0], text('x'.repeat(2000))),
    ],
    ['a RIFF file that is no WAVE', bytes('RIFF', [0, 0, 0, 0], 'AVI LIST', zeros(60))],
    ['a program', bytes([0x7f], 'ELF', zeros(60))],
    ['an MPEG sync word and then anything', bytes([0xff, 0xfb, 0x90, 0x00], text('x'.repeat(900)))],
    ['an ID3 tag with text behind it', bytes('ID3', [4, 0, 0, 0, 0, 0, 10], zeros(10), text('not music at all'))],
  ])('is unknown for %s', (_name, file) => {
    expect(audioTypeOf(file)).toBeNull();
  });
});
