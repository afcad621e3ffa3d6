import { describe, expect, it } from 'vitest';
import { DEMO_FRAGRANCES, drawFragrance, fragranceFromEssence, traceOf } from '../../fragrance/domain/index.ts';
import { drawableOf, faceName, readRoomFace, roomFaceOf } from './roomFace.ts';

const sung = fragranceFromEssence({
  essence: ['A4', 'E4', 'C5'],
  source: 'spectral',
  now: new Date('2026-05-01T12:00:00Z'),
  name: 'Anna Smith of Main Street',
  audioData: 'https://example.com/anna.webm',
  trace: traceOf({
    duration: 5,
    peaks: Array.from({ length: 100 }, () => 0.5),
    notes: Array.from({ length: 60 }, (_, i) => ({
      midi: 60 + (i % 12),
      cents: 3,
      onset: i * 0.08,
      offset: i * 0.08 + 0.07,
      velocity: 0.5 + (i % 5) / 10,
    })),
  }),
  blend: {
    accents: [{ note: 'E6', of: 'A4', partial: 3, level: -6 }],
    character: {
      axes: { brightness: 0.4, breath: 0.2, roughness: 0.1, strike: 0.6, tremor: 0.3 },
      measured: {
        centroid: 900,
        brightness: 2,
        warmth: 0.3,
        flatness: 0.1,
        harmonicity: 20,
        roughness: 0.1,
        attack: 0.05,
        vibrato: null,
        wander: 3,
      },
    },
    proportions: [
      { note: 'A4', parts: 50, seconds: 2, loudness: 0.5 },
      { note: 'E4', parts: 30 },
      { note: 'C5', parts: 20 },
    ],
  },
});

describe('what a room holds of a fragrance', () => {
  it('is what its face is drawn of, and nothing else', () => {
    const face = roomFaceOf(sung);
    const sent = JSON.stringify(face);
    for (const kept of ['Anna', 'example.com', '2026', 'peaks', 'measured', 'description', 'audio'])
      expect(sent).not.toContain(kept);
    expect(face.trace?.notes).toHaveLength(36);
    expect(sent.length).toBeLessThan(4000);
  });

  it('draws the same face, also after its way through JSON', () => {
    for (const fragrance of [sung, ...DEMO_FRAGRANCES]) {
      const read = readRoomFace(JSON.parse(JSON.stringify(roomFaceOf(fragrance))));
      expect(drawFragrance(drawableOf(read!))).toEqual(drawFragrance(fragrance));
    }
  });

  it('gives its name by its notes, since a room takes no names from visitors', () => {
    const unnamed = fragranceFromEssence({
      essence: ['A4', 'E4', 'C5'],
      source: 'spectral',
      now: new Date(0),
      blend: { accents: sung.accents! },
    });
    expect(faceName(roomFaceOf(sung))).toBe(unnamed.name);
  });

  it('is read from outside with care', () => {
    const face = roomFaceOf(sung);
    for (const bad of [
      null,
      'x',
      {},
      { ...face, essence: [] },
      { ...face, essence: ['H9'] },
      { ...face, essence: Array.from({ length: 33 }, () => 'A4') },
      { ...face, intensity: 2 },
      { ...face, persistence: Number.NaN },
    ])
      expect(readRoomFace(bad)).toBeNull();
    const rest = readRoomFace({
      ...face,
      trace: { duration: -1, notes: [] },
      accents: [{ note: 'A4', of: 'A4', partial: 99, level: 3 }],
      axes: { brightness: 7 },
      proportions: 'much',
      script: '<script>',
    });
    expect(rest).toEqual({ ...face, trace: null, accents: null, axes: null, proportions: null });
  });
});
