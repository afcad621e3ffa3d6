import { describe, expect, it } from 'vitest';
import { midiOfHz } from '../values/pitch.ts';
import { seededRandom } from '../../../src/core/values/random.ts';
import { analyze } from '../../../tests/fixtures/engine.ts';
import { randomMelody } from '../../../tests/fixtures/melody.ts';
import { note, track } from '../../../tests/fixtures/pitchTrack.ts';
import { percussion, type DRUM_PATTERNS } from '../../../tests/fixtures/percussion.ts';
import { speech, SPEAKERS } from '../../../tests/fixtures/speech.ts';
import { mixBackground, render, sequence, type Tone, type Voice } from '../../../tests/fixtures/synthesis.ts';
import { createAnalyzer } from '../analyze.ts';
import { MELODY, NOTE } from './parameters.ts';
import { hasPartials, heldShare, isDrumHit, isSibilant, isSpokenSyllable } from './melody.ts';
import { PitchTrack } from './pitchTrack.ts';

const SAMPLE_RATE = 44_100;
const SOUND_S = 6;

/** Held share of a pitch track of `seconds`; `midiAt` gives the MIDI number, null where unvoiced. */
function shareHeld(seconds: number, midiAt: (time: number) => number | null): number | null {
  const hz = Float32Array.from({ length: Math.round(100 * seconds) }, (_, t) => {
    const midi = midiAt(t / 100);
    return midi === null ? 0 : 440 * 2 ** ((midi - 69) / 12);
  });
  return heldShare({ hz, length: hz.length });
}

describe('the share of held pitches', () => {
  it('is 1 for a level pitch, a vibrato of any width, and notes with rests', () => {
    expect(shareHeld(3, () => 60)).toBe(1);
    for (const width of [0.2, 0.5, 1])
      for (const rate of [5, 5.5, 6])
        expect(shareHeld(3, (t) => 60 + width * Math.sin(2 * Math.PI * rate * t))).toBeGreaterThan(0.9);
    expect(shareHeld(4, (t) => (t % 0.4 < 0.3 ? 60 + Math.floor(t / 0.4) : null))).toBe(1);
  });

  it('is 0 for a glide, and for voices shorter than a tenth of a second', () => {
    expect(shareHeld(3, (t) => 40 + 12 * t)).toBe(0);
    expect(shareHeld(6, (t) => (t % 0.2 < 0.075 ? 60 : null))).toBe(0);
  });

  it('is the held time relative to all voiced time', () => {
    expect(shareHeld(4, (t) => (t < 2 ? 60 : 36 + 12 * t))).toBeCloseTo(0.5, 1);
    expect(shareHeld(6, (t) => (t < 1 ? 60 : t < 3 ? null : 24 + 12 * t))).toBeCloseTo(0.25, 1);
  });

  it('is null for a short sound', () => {
    expect(shareHeld(0.4, (t) => 60 + 12 * t)).toBeNull();
    expect(shareHeld(1, (t) => 60 + 12 * t)).toBe(0);
    expect(shareHeld(0, () => 60)).toBeNull();
  });
});

describe('the hit of a drum', () => {
  const isHit = (midis: readonly (number | null)[]): boolean =>
    isDrumHit(
      { first: 0, end: midis.length },
      { hz: Float32Array.from(midis, (midi) => (midi === null ? 0 : 440 * 2 ** ((midi - 69) / 12))) },
    );

  it('has a pitch that falls as it comes to rest', () => {
    expect(isHit(Array.from({ length: 30 }, (_, t) => 44 + 8 * 0.8 ** t))).toBe(true);
    expect(isHit([48, 46, null, null, null, null])).toBe(true);
  });

  it('is not found in a held tone, with a vibrato, a fall at its end, or the tail of the note before at its beginning', () => {
    expect(isHit(Array.from({ length: 30 }, () => 60))).toBe(false);
    expect(isHit(Array.from({ length: 30 }, (_, t) => 60 + Math.sin(0.35 * t)))).toBe(false);
    expect(isHit(Array.from({ length: 30 }, (_, t) => (t < 20 ? 60 : 60 - 0.3 * (t - 20))))).toBe(false);
    expect(isHit(Array.from({ length: 10 }, (_, t) => (t < 3 ? 64 : 60)))).toBe(false);
  });
});

it('finds a syllable in a short note that glides throughout', () => {
  const syllable = (midis: readonly number[]): boolean =>
    isSpokenSyllable(note(0, midis.length, 60), track(...midis.map((midi): [number, number] => [midi, 1])));
  expect(syllable(Array.from({ length: 15 }, (_, t) => 60 - 0.15 * t))).toBe(true);
  expect(syllable(Array.from({ length: 15 }, (_, t) => 60 - (t < 8 ? 0 : 0.15 * (t - 8))))).toBe(false);
  expect(syllable(Array.from({ length: 40 }, (_, t) => 60 - 0.15 * t))).toBe(false);
});

it('finds a sibilant in a high pitch of low clarity', () => {
  const confidence = MELODY.sibilantBelow - 0.1;
  expect(isSibilant({ midi: MELODY.sibilantFrom, confidence })).toBe(true);
  expect(isSibilant({ midi: MELODY.sibilantFrom, confidence: 0.7 })).toBe(false);
  expect(isSibilant({ midi: MELODY.sibilantFrom - 1, confidence })).toBe(false);
});

it('finds no note in a ripple on a rumble, as its partials are weaker than the sound', () => {
  /** Steps of a pitch, every third one unvoiced, with partials this much above the power of the sound, dB. */
  const track = (decibels: number): PitchTrack => {
    const made = new PitchTrack();
    for (let t = 0; t < 30; t++) {
      made.pushPower(0.01);
      made.pushPitch(t % 3 === 0 ? 0 : 2000, 0.9, 0, 0.1 * 10 ** (decibels / 20));
    }
    return made;
  };
  const heard = (decibels: number): boolean => hasPartials({ first: 0, end: 30, midi: 95, rise: 10 }, track(decibels));
  expect(heard(3)).toBe(true);
  expect(heard(NOTE.minPartials + 1)).toBe(true);
  expect(heard(NOTE.minPartials - 1)).toBe(false);
});

/** A function with a cache: several tests use the same sounds. */
function memoize<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}
const spokenNotes = memoize((who: keyof typeof SPEAKERS) =>
  speech(SOUND_S, SAMPLE_RATE, SPEAKERS[who], seededRandom(`speech ${who}`)),
);
const analyzeTalk = memoize((who: keyof typeof SPEAKERS) => analyze(spokenNotes(who), SAMPLE_RATE));
const beaten = (beat: keyof typeof DRUM_PATTERNS, tempo: number): Float32Array =>
  percussion(beat, SOUND_S, SAMPLE_RATE, tempo, seededRandom(`percussion ${beat}`));
const drummed = memoize((tempo: number) => beaten('kit', tempo));
const melody = (seed: string): Tone[] =>
  randomMelody(
    { seconds: SOUND_S, low: 57, high: 76, shortest: 0.2, longest: 0.7, repeatGap: 0.06 },
    seededRandom(seed),
  );

describe('speech and percussion', () => {
  it.each(['man', 'woman', 'child', 'quick', 'excited', 'slow', 'dull'] as const)(
    'finds the notes of a voice that speaks (%s), inside its own range',
    (who) => {
      const { source, notes, essence } = analyzeTalk(who);
      expect(source).toBe('spectral');
      expect(essence.length).toBeGreaterThanOrEqual(3);
      const mean = midiOfHz(SPEAKERS[who].pitch);
      const own = notes.filter(({ midi }) => midi >= mean - 9 && midi <= mean + 12);
      expect(own.length).toBeGreaterThanOrEqual(3);
      expect(own.length).toBeGreaterThan(0.8 * notes.length);
    },
  );

  it.each([
    ['toms', 130],
    ['toms', 90],
    ['claps', 90],
    ['shaker', 130],
    ['knocks', 90],
  ] as const)('finds no notes in percussion (%s)', (beat, tempo) => {
    const { essence, ...heard } = analyze(beaten(beat, tempo), SAMPLE_RATE);
    expect(heard).toMatchObject({ source: 'resonance', notes: [], silent: false });
    expect(essence).toHaveLength(4);
  });

  it.each([90, 130])('finds nothing but the low pitch of the bass drum in a kit at %i beats a minute', (tempo) => {
    const { notes, silent } = analyze(beaten('kit', tempo), SAMPLE_RATE);
    expect(silent).toBe(false);
    for (const { midi } of notes) expect(midi).toBeLessThan(36);
  });

  it('finds the same in speech for any cut into blocks', () => {
    const sound = spokenNotes('man');
    const whole = analyzeTalk('man');
    for (const size of [997, 48_000]) {
      const analyzer = createAnalyzer(SAMPLE_RATE);
      for (let at = 0; at < sound.length; at += size) analyzer.push(sound.subarray(at, at + size));
      expect(analyzer.finish()).toEqual(whole);
    }
  });
});

describe('a melody', () => {
  const heard = (sound: Float32Array): number => analyze(sound, SAMPLE_RATE).notes.length;

  it.each(['pluck', 'flute', 'sung'] as const)('keeps its notes over talk and over drums (%s)', (voice) => {
    const tones = melody(`over ${voice}`);
    const sound = render(voice, tones, SOUND_S, SAMPLE_RATE);
    expect(heard(mixBackground(sound, spokenNotes('man'), 0))).toBeGreaterThanOrEqual(tones.length / 2);
    expect(heard(mixBackground(sound, drummed(110), 0))).toBeGreaterThan(tones.length / 2);
  });

  it.each(['saw', 'hum', 'sung'] as const)(
    'keeps its notes with a vibrato of a semitone to each side (%s)',
    (voice) => {
      const tones = melody(`vibrato ${voice}`).map((tone) => ({ ...tone, vibrato: 100 }));
      expect(heard(render(voice, tones, SOUND_S, SAMPLE_RATE))).toBeGreaterThan(tones.length / 2);
    },
  );

  it.each(['flute', 'pluck', 'saw'] satisfies Voice[])('keeps its notes in sixteenths at 160 (%s)', (voice) => {
    const sixteenth = 60 / 160 / 4;
    const pitches = melody(`fast ${voice}`).map(({ midi }) => midi);
    const tones = Array.from({ length: 80 }, (_, i) => ({
      midi: pitches[i % pitches.length]!,
      onset: 0.2 + i * sixteenth,
      offset: 0.2 + (i + 0.95) * sixteenth,
    }));
    expect(heard(render(voice, tones, SOUND_S, SAMPLE_RATE))).toBeGreaterThan(tones.length / 2);
  });
});

it('works for short recordings too: a second of talk has notes of its own, a second of a tune those of the tune', () => {
  const random = seededRandom('a short recording');
  for (const speaker of Object.values(SPEAKERS))
    expect(
      analyze(speech(4, SAMPLE_RATE, speaker, random).slice(SAMPLE_RATE / 2, 2 * SAMPLE_RATE), SAMPLE_RATE).notes,
    ).not.toEqual([]);
  const tones = sequence([60, 64, 67], 0.3, 0.03);
  expect(analyze(render('sung', tones, 1.3, SAMPLE_RATE), SAMPLE_RATE).notes.map(({ midi }) => midi)).toEqual([
    60, 64, 67,
  ]);
});
