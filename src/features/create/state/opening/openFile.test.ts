import { describe, expect, it } from 'vitest';
import { codedError } from '#core/values/errors.ts';
import { fileWords, namesOf } from './openFile.ts';

describe('the message for a file that cannot be opened', () => {
  it('names its kind, and the kinds that work', () => {
    expect(fileWords(codedError('unsupported', 'an Apple Lossless file'), 'a.m4a')).toEqual({
      title: 'This is an Apple Lossless file; this browser cannot read it.',
      description: 'WAV, MP3, AAC, Ogg, FLAC and WebM work.',
    });
  });

  it('names its fault', () => {
    const title = (code: string) => fileWords(codedError(code, ''), 'a.m4a')?.title;
    expect(title('invalid_file')).toBe('Invalid audio file. Please try a different file.');
    expect(title('empty')).toBe('Invalid audio file. Please try a different file.');
    expect(title('unreadable')).toBe('Invalid audio file. Please try a different file.');
    expect(title('too_long')).toBe('This sound is too long. Please try one of up to 30 minutes.');
    expect(title('no_sound')).toBe('There is no sound in this file.');
    expect(title('damaged')).toBe('No sound can be read from this file.');
    expect(fileWords(new Error('anything'), 'a.m4a')?.title).toBe('Invalid audio file. Please try a different file.');
    expect(fileWords(codedError('cancelled', ''), 'a.m4a')).toBeNull();
  });

  it('names the first of many files', () => {
    const files = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `${i}.wav` }));
    expect(namesOf(files(1))).toBe('0.wav');
    expect(namesOf(files(3))).toBe('0.wav, 1.wav and 2.wav');
    expect(namesOf(files(6))).toBe('0.wav, 1.wav, 2.wav and 3 more');
  });
});
