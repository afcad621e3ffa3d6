/** A fragrance in the names of the app. */
import type { SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import type { Blend } from '#features/fragrance/domain/timbre/blend.ts';

/** Measurements beyond the notes; one axis of each kind of number. */
export const BLEND_FIELDS: Blend = {
  accents: [{ note: 'G5', of: 'C4', partial: 3, level: -4.5 }],
  character: {
    axes: { brightness: 0.5, breath: 0.25, roughness: 0.1, strike: 1, tremor: 0 },
    measured: {
      centroid: 900,
      brightness: 2.1,
      warmth: 0.4,
      flatness: 0.1,
      harmonicity: null,
      roughness: 0.1,
      attack: 0.03,
      vibrato: { rate: 5.5, depth: 40 },
      wander: null,
    },
    manner: { kind: 'sung', confidence: 0.8 },
  },
  proportions: [
    { note: 'C4', parts: 60, seconds: 1, loudness: 0.8 },
    { note: 'E4', parts: 40, seconds: 0, loudness: 0 },
  ],
};

/** A fragrance as the app saves it. */
export const fragrance = (name: string, more: Partial<SavedFragrance> = {}): SavedFragrance => ({
  id: 'local-1',
  name,
  description: 'Quiet.',
  intensity: 0.5,
  complexity: 0.4,
  persistence: 0.3,
  dominantNotes: ['C4', 'E4', 'G4'],
  backgroundNotes: ['A4'],
  musicEssence: ['C4', 'E4', 'G4', 'A4'],
  topNotes: ['Bergamot'],
  middleNotes: ['Rose'],
  baseNotes: ['Oud'],
  created: '2026-01-02T03:04:05.678Z',
  source: 'spectral',
  audioData: null,
  isPublic: false,
  creatorId: null,
  creatorName: '',
  likes: [],
  savedAt: '2026-01-02T03:04:05.678Z',
  addedToPlaylistAt: null,
  trace: { duration: 3, peaks: [0, 0.5, 1], notes: [{ note: 'C4', onset: 0, offset: 1, velocity: 0.8, cents: -12.5 }] },
  ...BLEND_FIELDS,
  ...more,
});
