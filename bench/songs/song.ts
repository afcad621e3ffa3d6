import { between, pick, type Random } from '../../src/core/values/random.ts';
import type { WrittenNote, WrittenTrack } from '../../src/features/instruments/audio/midi/file/midiWriter.ts';

/**
 * Seeded songs as people drop them in: an introduction, verses and choruses of a band, with a melody over chords, a bass and
 * drums. The parts are known, so that a fragrance can be asked whose notes it has. Times in s, velocities 0 to 1.
 */

export const PARTS = ['melody', 'chords', 'bass'] as const;
export type Part = (typeof PARTS)[number];

/** Share of items that hold a condition, 0 to 1; 0 without any. */
export const shareOf = <T>(items: readonly T[], holds: (item: T) => boolean): number =>
  items.length === 0 ? 0 : items.filter(holds).length / items.length;

export interface Song {
  name: string;
  tracks: WrittenTrack[];
  /** What each part plays; drums have no notes. */
  parts: Record<Part, WrittenNote[]>;
}

/** A band: General MIDI programs, from 0, and how the chords are played. */
interface Band {
  name: string;
  melody: number;
  chords: number;
  bass: number;
  played: 'held' | 'strummed' | 'broken';
  /** Quarters a minute. */
  tempo: number;
}

const BANDS: readonly Band[] = [
  { name: 'ballad', melody: 53, chords: 0, bass: 32, played: 'broken', tempo: 72 },
  { name: 'pop', melody: 53, chords: 24, bass: 33, played: 'strummed', tempo: 104 },
  { name: 'rock', melody: 29, chords: 26, bass: 34, played: 'strummed', tempo: 126 },
  { name: 'dance', melody: 80, chords: 89, bass: 38, played: 'held', tempo: 124 },
  { name: 'jazz', melody: 65, chords: 0, bass: 32, played: 'held', tempo: 96 },
  { name: 'folk', melody: 73, chords: 25, bass: 32, played: 'broken', tempo: 88 },
  { name: 'strings', melody: 40, chords: 48, bass: 43, played: 'held', tempo: 80 },
  { name: 'soul', melody: 56, chords: 4, bass: 33, played: 'strummed', tempo: 92 },
];

export const BAND_NAMES = BANDS.map(({ name }) => name);

/** Degrees of a major key, and progressions of them: four bars each. */
const MAJOR = [0, 2, 4, 5, 7, 9, 11] as const;
const PROGRESSIONS = [
  [0, 4, 5, 3],
  [5, 3, 0, 4],
  [0, 5, 3, 4],
  [1, 4, 0, 5],
] as const;

/** Drums of General MIDI. */
const [KICK, SNARE, HAT, CRASH] = [36, 38, 42, 49] as const;

/** The songs of the bench; `seconds` long each. */
export function songs(seconds: number, seeded: (name: string) => Random): Song[] {
  return BANDS.map((band) => songOf(band, seconds, seeded(band.name)));
}

function songOf({ name, tempo, ...band }: Band, seconds: number, random: Random): Song {
  const key = Math.floor(12 * random());
  const beat = 60 / tempo;
  const bar = 4 * beat;
  const [verse, chorus] = [pick(PROGRESSIONS, random), pick(PROGRESSIONS, random)];
  const themes = [theme(random), theme(random)];
  const parts: Song['parts'] = { melody: [], chords: [], bass: [] };
  const drums: WrittenNote[] = [];
  const bars = Math.floor((seconds - 1) / bar);
  for (let i = 0; i < bars; i++) {
    const section = Math.floor(i / 8);
    const isIntro = i < 4;
    const isChorus = section % 2 === 1;
    const degree = (isChorus ? chorus : verse)[i % 4]!;
    const onset = 0.1 + i * bar;
    parts.bass.push(...bassOf(key, degree, onset, beat, random));
    parts.chords.push(...chordsOf(key, degree, onset, beat, band.played, isChorus, random));
    if (!isIntro && i % 16 !== 15)
      parts.melody.push(...melodyOf(key, degree, themes[isChorus ? 1 : 0]![i % 4]!, onset, beat, random));
    if (!isIntro || i >= 2) drums.push(...drumsOf(onset, beat, i % 8 === 0, random));
  }
  const track = (part: Part, channel: number): WrittenTrack => ({
    name: part,
    channel,
    program: band[part],
    notes: parts[part],
  });
  return {
    name,
    parts,
    tracks: [track('melody', 0), track('chords', 1), track('bass', 2), { name: 'drums', channel: 9, notes: drums }],
  };
}

const pitchOf = (key: number, degree: number): number => key + MAJOR[degree % 7]! + 12 * Math.floor(degree / 7);

interface Step {
  /** Degrees above the root of the chord, and beats. */
  degree: number;
  beats: number;
  rests: boolean;
}

/** Four bars of melody, which come again over every such section. */
function theme(random: Random): Step[][] {
  let degree = 2;
  return Array.from({ length: 4 }, () => {
    const steps: Step[] = [];
    for (let left = 4; left > 0;) {
      const beats = Math.min(left, pick([0.5, 0.5, 1, 1, 1.5, 2], random));
      degree = Math.max(-2, Math.min(8, degree + pick([-2, -1, -1, 0, 1, 1, 2, 3], random)));
      steps.push({ degree, beats, rests: random() < 0.12 });
      left -= beats;
    }
    return steps;
  });
}

function melodyOf(
  key: number,
  degree: number,
  steps: readonly Step[],
  onset: number,
  beat: number,
  random: Random,
): WrittenNote[] {
  const notes: WrittenNote[] = [];
  let at = onset;
  for (const [i, step] of steps.entries()) {
    const end = at + step.beats * beat;
    // A bar begins with a tone of its chord.
    const above = i === 0 ? pick([0, 2, 4], random) : step.degree;
    if (!step.rests)
      notes.push({
        midi: 60 + pitchOf(key % 7, degree + above) - (degree > 3 ? 12 : 0) + 7,
        onset: at,
        offset: end - 0.03,
        velocity: between(0.75, 0.95, random),
      });
    at = end;
  }
  return notes;
}

function bassOf(key: number, degree: number, onset: number, beat: number, random: Random): WrittenNote[] {
  const root = 29 + ((pitchOf(key % 7, degree) + 7 + 5) % 12);
  return [0, 1.5, 2, 3].map((at, i) => ({
    midi: i === 3 && random() < 0.4 ? root + 7 : root,
    onset: onset + at * beat,
    offset: onset + (at + (i === 0 ? 1.4 : 0.9)) * beat,
    velocity: between(0.7, 0.9, random),
  }));
}

function chordsOf(
  key: number,
  degree: number,
  onset: number,
  beat: number,
  played: Band['played'],
  isChorus: boolean,
  random: Random,
): WrittenNote[] {
  const tones = [0, 2, 4, ...(isChorus ? [7] : [])].map((above) => 48 + 7 + pitchOf(key % 7, degree + above));
  const low = tones.map((midi) => (midi > 67 ? midi - 12 : midi));
  const velocity = between(0.45, 0.6, random);
  if (played === 'held') return low.map((midi) => ({ midi, onset, offset: onset + 3.9 * beat, velocity }));
  if (played === 'broken')
    return Array.from({ length: 8 }, (_, i) => ({
      midi: low[[0, 1, 2, 1][i % 4]!]!,
      onset: onset + 0.5 * i * beat,
      offset: onset + (0.5 * i + 1.5) * beat,
      velocity,
    }));
  return [0, 1, 1.5, 2.5, 3].flatMap((at) =>
    low.map((midi, i) => ({
      midi,
      onset: onset + at * beat + 0.012 * i,
      offset: onset + (at + 0.5) * beat,
      velocity: velocity * between(0.8, 1.1, random),
    })),
  );
}

function drumsOf(onset: number, beat: number, isFirst: boolean, random: Random): WrittenNote[] {
  const hit = (midi: number, at: number, velocity: number): WrittenNote => ({
    midi,
    onset: Math.max(0, onset + at * beat + between(-0.006, 0.006, random)),
    offset: onset + at * beat + 0.1,
    velocity,
  });
  return [
    hit(KICK, 0, 0.9),
    hit(KICK, 2, 0.85),
    ...(random() < 0.5 ? [hit(KICK, 2.5, 0.7)] : []),
    hit(SNARE, 1, 0.85),
    hit(SNARE, 3, 0.85),
    ...Array.from({ length: 8 }, (_, i) => hit(HAT, i / 2, i % 2 === 0 ? 0.6 : 0.45)),
    ...(isFirst ? [hit(CRASH, 0, 0.7)] : []),
  ];
}
