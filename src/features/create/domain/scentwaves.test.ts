import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { midiOf, NOTE_CODES, octaveOf } from '#analysis/values/pitch.ts';
import {
  parseWebUrl,
  demoNotes,
  distinctNotes,
  FALLBACK_NOTES,
  groupByFamily,
  pickNotes,
  platformOf,
  urlHash,
  type Platform,
} from './scentwaves.ts';

const platform = (address: string): Platform | null => platformOf(new URL(address));

describe('links', () => {
  it('are assigned to platforms by their host, not by their path', () => {
    expect(platform('https://www.youtube.com/watch?v=x')).toBe('youtube');
    expect(platform('https://youtu.be/x')).toBe('youtube');
    expect(platform('https://player.vimeo.com/video/1')).toBe('vimeo');
    expect(platform('https://open.spotify.com/track/x')).toBe('spotify');
    expect(platform('https://example.com/youtube.com/a.mp3')).toBeNull();
    expect(platform('https://notyoutube.com/a.mp3')).toBeNull();
  });

  it('accept web addresses only, trimmed', () => {
    expect(parseWebUrl('  https://a.example/x.wav ')?.href).toBe('https://a.example/x.wav');
    expect(
      ['', '   ', 'hello', 'javascript:alert(1)', 'file:///etc/passwd', 'data:audio/wav;base64,AA'].map(parseWebUrl),
    ).toEqual(Array(6).fill(null));
  });
});

describe('demo notes', () => {
  it('come from the link alone: count, range and octaves by rule', () => {
    const counts = { vimeo: [6, 3], youtube: [6, 2], spotify: [7, 3] } as const;
    fc.assert(
      fc.property(fc.webUrl(), fc.constantFrom<Platform>('vimeo', 'youtube', 'spotify'), (url, platform) => {
        const notes = demoNotes(url, platform);
        const [least, modulus] = counts[platform];
        expect(notes).toEqual(demoNotes(url, platform));
        expect(new Set(notes).size).toBe(notes.length);
        expect(notes.every((note) => midiOf(note) >= midiOf('C1') && midiOf(note) <= midiOf('B6'))).toBe(true);
        expect(new Set(notes.map(octaveOf)).size).toBeGreaterThanOrEqual(3);
        expect(notes.length).toBeGreaterThanOrEqual(least + (urlHash(url) % modulus));
        expect(notes.length).toBeLessThanOrEqual(least + (urlHash(url) % modulus) + 2);
      }),
      // Making an address takes a hundred times as long as its notes.
      { numRuns: 25 },
    );
  });

  it('differ from link to link', () => {
    const all = new Set(Array.from({ length: 50 }, (_, i) => demoNotes(`https://youtu.be/${i}`, 'youtube').join(' ')));
    expect(all.size).toBe(50);
  });
});

describe('picked notes', () => {
  it('are one from each of the first six of eight bands, the strongest of its band', () => {
    const chromatic = NOTE_CODES.slice(24, 40).map((note, i) => ({ note, weight: i % 2 }));
    expect(pickNotes(chromatic)).toEqual(['C#2', 'D#2', 'F2', 'G2', 'A2', 'B2']);
  });

  it('are filled up to six with the strongest of the rest, and stay fewer than six otherwise', () => {
    const narrow = [
      { note: 'C4', weight: 9 },
      { note: 'C#4', weight: 8 },
      { note: 'D4', weight: 7 },
      { note: 'D#4', weight: 1 },
      { note: 'E4', weight: 6 },
      { note: 'F4', weight: 5 },
      { note: 'C7', weight: 1 },
    ] as const;
    expect(pickNotes(narrow)).toEqual(['C4', 'C#4', 'D4', 'E4', 'F4', 'C7']);
    expect(pickNotes([{ note: 'A4', weight: 1 }])).toEqual(['A4']);
    expect(pickNotes([])).toEqual([]);
  });

  it('are at most sixteen distinct notes, strongest first', () => {
    const heard = Array.from({ length: 40 }, (_, i) => ({
      midi: 40 + (i % 20),
      onset: i,
      offset: i + 0.5 + (i % 20) / 100,
      velocity: 1,
      confidence: 1,
    }));
    const notes = distinctNotes(heard);
    expect(notes).toHaveLength(16);
    expect(notes[0]!.note).toBe('B3');
  });

  it('are grouped by family, dark to bright', () => {
    expect(groupByFamily(FALLBACK_NOTES).map(({ family, notes }) => [family.octave, ...notes])).toEqual([
      [2, 'E2'],
      [3, 'A3'],
      [4, 'C#4', 'B4'],
      [5, 'F#5'],
      [6, 'G#6'],
    ]);
  });
});
