import { describe, expect, it } from 'vitest';
import { soundType } from './soundType.ts';

const head = (text: string, ...bytes: number[]) =>
  Uint8Array.from([...Array.from(text, (c) => c.charCodeAt(0)), ...bytes]);

describe('the type of a sound file', () => {
  it.each([
    ['RIFF....WAVE', 'audio/wav'],
    ['ID3', 'audio/mpeg'],
    ['OggS', 'audio/ogg'],
    ['fLaC', 'audio/flac'],
    ['....ftypM4A ', 'audio/mp4'],
  ])('is known by its first bytes %s, whatever its name', (text, type) => {
    expect(soundType(head(text), 'letter.txt')).toBe(type);
  });

  it('is known by bytes that are no letters', () => {
    expect(soundType(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3), 'x')).toBe('audio/webm');
    expect(soundType(Uint8Array.of(0xff, 0xfb, 0x90), 'x')).toBe('audio/mpeg');
    expect(soundType(Uint8Array.of(0xff, 0xe3, 0x18), 'x')).toBe('audio/mpeg');
    expect(soundType(Uint8Array.of(0xff, 0xf1, 0x50), 'x')).toBe('audio/aac');
  });

  it('is taken from the name where the bytes say nothing', () => {
    expect(soundType(head('nothing at all'), 'Song.M4A')).toBe('audio/mp4');
    expect(soundType(new Uint8Array(0), 'song.mp3')).toBe('audio/mpeg');
    expect(soundType(head('RIFF....AVI '), 'film')).toBeNull();
  });
});
