import { describe, expect, it } from 'vitest';
import { audioTypeOf } from '../../supabase/functions/_shared/audioType.ts';
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
    ['a RIFF file that is no WAVE', bytes('RIFF', [0, 0, 0, 0], 'AVI LIST', zeros(60))],
    ['a program', bytes([0x7f], 'ELF', zeros(60))],
    ['an MPEG sync word and then anything', bytes([0xff, 0xfb, 0x90, 0x00], text('x'.repeat(900)))],
    ['an ID3 tag with text behind it', bytes('ID3', [4, 0, 0, 0, 0, 0, 10], zeros(10), text('not music at all'))],
  ])('is none for %s', (_name, file) => {
    expect(audioTypeOf(file)).toBeNull();
  });
});
