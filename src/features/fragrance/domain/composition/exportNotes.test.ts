import { describe, expect, it } from 'vitest';
import { essenceNotes, exportFileName, noteTracks, fragranceJson } from './exportNotes.ts';
import { fragranceFromEssence } from './fragrance.ts';
import { midiOf } from '#analysis/values/pitch.ts';

const now = new Date('2026-01-02T03:04:05Z');
const bareFragrance = fragranceFromEssence({ essence: ['E4', 'C4', 'G5'], source: 'keys', now });
const sungFragrance = fragranceFromEssence({
  essence: ['E4', 'C4', 'G5'],
  source: 'spectral',
  now,
  trace: {
    duration: 3,
    peaks: [],
    notes: [
      { note: 'C4', onset: 0.25, offset: 0.75, velocity: 0.5, cents: 4 },
      { note: 'E4', onset: 1, offset: 2.5, velocity: 0.9, cents: -3 },
    ],
  },
});

describe('the exported notes', () => {
  it('are the essence in its order, 0.6 s apart and 0.5 s long', () => {
    const notes = essenceNotes(bareFragrance);
    expect(notes.map(({ midi }) => midi)).toEqual(['E4', 'C4', 'G5'].map((code) => midiOf(code as 'E4')));
    expect(notes.map(({ onset }) => Math.round(onset * 10))).toEqual([0, 6, 12]);
    for (const { onset, offset } of notes) expect(offset - onset).toBeCloseTo(0.5);
    expect(notes[0]!.velocity).toBeGreaterThan(notes[2]!.velocity);
  });

  it('have the melody on a second track that begins on the next bar', () => {
    expect(noteTracks(bareFragrance)).toHaveLength(1);
    const [essence, melody] = noteTracks(sungFragrance);
    expect(essence!.notes.at(-1)!.offset).toBeCloseTo(1.7);
    expect(melody!.notes.map(({ midi, onset, offset }) => [midi, onset, offset])).toEqual([
      [60, 2.25, 2.75],
      [64, 3, 4.5],
    ]);
  });
});

describe('a file name', () => {
  it('has letters, digits and hyphens alone, for any name of the fragrance', () => {
    expect(exportFileName({ name: 'Ambre & Rosé' }, 'mid')).toBe('accord-ambre-rose.mid');
    expect(exportFileName({ name: '../../<script>' }, 'wav')).toBe('accord-script.wav');
    expect(exportFileName({ name: '香り' }, 'json')).toBe('accord.json');
    expect(exportFileName({ name: 'a'.repeat(300) }, 'png')).toHaveLength('accord-'.length + 60 + '.png'.length);
  });
});

describe('the JSON export', () => {
  it('has the whole fragrance', () => {
    expect(JSON.parse(fragranceJson(sungFragrance))).toEqual(JSON.parse(JSON.stringify(sungFragrance)));
    expect(JSON.parse(fragranceJson({ ...sungFragrance, audioData: 'https://example.com/a.webm' }))).toHaveProperty(
      'audioData',
      'https://example.com/a.webm',
    );
  });

  it('leaves an inlined recording out', () => {
    expect(fragranceJson({ ...sungFragrance, audioData: 'data:audio/webm;base64,AAAA' })).not.toContain('base64');
  });
});
