import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/values/random.ts';
import { createAnalyzer } from '../../../tests/fixtures/engine.ts';
import { randomMelody, sungLike } from '../../../tests/fixtures/melody.ts';
import { percussion, type DRUM_PATTERNS } from '../../../tests/fixtures/percussion.ts';
import { speech, SPEAKERS } from '../../../tests/fixtures/speech.ts';
import { noise, render, sequence, withHum, type Tone, type Voice } from '../../../tests/fixtures/synthesis.ts';
import { StreamAnalyzer } from '../analyzer.ts';
import { createKernels } from '../dsp/kernels/index.ts';
import { PitchTrack } from '../monophony/pitchTrack.ts';
import type { Analysis, LiveState, NoteEvent } from '../types.ts';

const SAMPLE_RATE = 22_050;
const SOUND_S = 6;
/** A piece of sound between two updates, s. */
const UPDATE_INTERVAL_S = 0.03;

/** The updates while a sound comes in, and its result. */
function follow(sound: Float32Array): { updates: LiveState[]; result: Analysis } {
  const analyzer = createAnalyzer(SAMPLE_RATE);
  analyzer.live();
  const updates: LiveState[] = [];
  const piece = Math.round(UPDATE_INTERVAL_S * SAMPLE_RATE);
  for (let at = 0; at < sound.length; at += piece) {
    analyzer.push(sound.subarray(at, at + piece));
    updates.push(analyzer.live());
  }
  return { updates, result: analyzer.finish() };
}

const midisOf = (notes: readonly NoteEvent[]): number[] => notes.map(({ midi }) => midi);

/** Share of the notes that were in the live view for 1.5 s and that the result has, too. */
function shareKept({ updates, result }: ReturnType<typeof follow>): number {
  const isOf = (notes: readonly NoteEvent[], { midi, onset }: NoteEvent): boolean =>
    notes.some((other) => other.midi === midi && Math.abs(other.onset - onset) < 0.15);
  const heard: NoteEvent[] = [];
  for (const { time, notes } of updates)
    for (const note of notes) if (note.onset <= time - 1.5 && !isOf(heard, note)) heard.push(note);
  expect(heard.length).toBeGreaterThan(3);
  return heard.filter((note) => isOf(result.notes, note)).length / heard.length;
}

function melody(voice: Voice): { sound: Float32Array; tones: readonly Tone[] } {
  const random = seededRandom(`live ${voice}`);
  const tones = randomMelody(
    { seconds: SOUND_S, low: 57, high: 74, shortest: 0.25, longest: 0.7, repeatGap: 0.06 },
    random,
  );
  return { sound: render(voice, voice === 'sung' ? sungLike(tones, random) : tones, SOUND_S, SAMPLE_RATE), tones };
}

const speakers = Object.keys(SPEAKERS) as (keyof typeof SPEAKERS)[];
const talk = (who: keyof typeof SPEAKERS): Float32Array =>
  speech(SOUND_S, SAMPLE_RATE, SPEAKERS[who], seededRandom(`speech ${who}`));

describe('the live view of talk', () => {
  it.each(speakers)('has notes of the voice in most updates, and most of these are in the result (%s)', (who) => {
    const { updates, result } = follow(talk(who));
    expect(updates.filter(({ notes }) => notes.length > 0).length).toBeGreaterThan(0.6 * updates.length);
    const { essence } = updates.at(-1)!;
    const common = essence.filter((note) => result.essence.includes(note));
    expect(common.length).toBeGreaterThanOrEqual(0.6 * new Set([...essence, ...result.essence]).size);
  });

  it('names no pitch far from the voice', () => {
    for (const who of speakers) {
      const { updates } = follow(talk(who));
      const named = updates.filter(({ notes, pitch }) => notes.length > 0 && pitch !== null);
      const far = named.filter(({ notes, pitch }) => notes.every(({ midi }) => Math.abs(midi - pitch!.midi) > 12));
      expect(named.length).toBeGreaterThan(20);
      expect(far.length).toBeLessThan(0.02 * named.length);
    }
  });
});

describe('the live view of a melody', () => {
  it.each(['sung', 'flute', 'pluck'] satisfies Voice[])('has its notes, and keeps them (%s)', (voice) => {
    const { sound, tones } = melody(voice);
    const view = follow(sound);
    expect(midisOf(view.updates.at(-1)!.notes)).toEqual(expect.arrayContaining(tones.map(({ midi }) => midi)));
    expect(shareKept(view)).toBeGreaterThanOrEqual(0.85);
  });

  it('has its notes after talk, too', () => {
    const before = speech(3, SAMPLE_RATE, SPEAKERS.man, seededRandom('talk, then a song'));
    const song = render('flute', sequence([60, 64, 67, 72, 67, 64, 60, 64, 67], 0.6, 0.05), 6, SAMPLE_RATE);
    const both = new Float32Array(before.length + song.length);
    both.set(before);
    both.set(song, before.length);
    expect(midisOf(follow(both).updates.at(-1)!.notes)).toEqual(expect.arrayContaining([60, 64, 67, 72]));
  });

  it.each(['flute', 'reed', 'sung'] as const)(
    'has a note for each soft repeat of a %s, and one if it is held',
    (voice) => {
      const tones = Array.from({ length: 6 }, (_, i) => ({ midi: 62, onset: 0.3 + 0.5 * i, offset: 0.78 + 0.5 * i }));
      const { notes } = follow(render(voice, tones, 4.8, SAMPLE_RATE)).updates.at(-1)!;
      expect(notes).toHaveLength(tones.length);
      for (const [i, { onset }] of tones.entries()) expect(Math.abs(notes[i]!.onset - onset)).toBeLessThan(0.1);
      const held = follow(render(voice, [{ midi: 64, onset: 0.3, offset: 3.3 }], 4.8, SAMPLE_RATE));
      expect(held.updates.at(-1)!.notes).toHaveLength(1);
    },
  );

  it('has no pitch for a gliding voice', () => {
    // From C4 up to G4 in 0.4 s, which it then holds.
    const { updates } = follow(
      render('sung', [{ midi: 67, onset: 0.3, offset: 1.6, from: 60, slide: 0.4 }], 1.8, SAMPLE_RATE),
    );
    expect(midisOf(updates.at(-1)!.notes)).toEqual([67]);
  });

  it('names a tone within its first periods', () => {
    const { updates } = follow(render('flute', [{ midi: 69, onset: 0.5, offset: 1.5 }], 1.6, SAMPLE_RATE));
    const named = updates.filter(({ pitch }) => pitch !== null);
    expect(named[0]!.time - 0.5).toBeLessThan(0.07 + UPDATE_INTERVAL_S);
    for (const { pitch } of named) expect(Math.abs(pitch!.midi - 69)).toBeLessThan(0.3);
  });
});

it('keeps the shown notes of chords', () => {
  const chords = [48, 53, 55, 50, 48, 57, 53, 48].flatMap((root, i) =>
    [root, root + 4, root + 7].map((midi): Tone => ({ midi, onset: 0.2 + 0.9 * i, offset: 1 + 0.9 * i })),
  );
  expect(shareKept(follow(render('pluck', chords, SOUND_S, SAMPLE_RATE)))).toBeGreaterThanOrEqual(0.85);
});

describe('the cache of the live view', () => {
  const sounds: Record<string, () => Float32Array> = {
    sung: () => melody('sung').sound,
    'a reed over hum': () =>
      withHum(render('reed', sequence([60, 64, 67, 72], 0.6, 0.5), SOUND_S, SAMPLE_RATE), SAMPLE_RATE, 50, 20),
    talk: () => talk('woman'),
    drums: () => percussion('toms', SOUND_S, SAMPLE_RATE, 100, seededRandom('toms')),
  };

  it.each(Object.keys(sounds))('equals the result of a new read (%s)', (name) => {
    const sound = sounds[name]!();
    // A change of the track discards all measurements: here before each read.
    const changing = new PitchTrack();
    const [kept, again] = [new PitchTrack(), changing].map(
      (track) => new StreamAnalyzer(SAMPLE_RATE, createKernels(), track),
    );
    const piece = Math.round(0.1 * SAMPLE_RATE);
    for (let at = 0; at < sound.length; at += piece) {
      changing.changes++;
      for (const analyzer of [kept!, again!]) analyzer.push(sound.subarray(at, at + piece));
      expect(kept!.live()).toEqual(again!.live());
    }
    changing.changes++;
    expect(kept!.finish()).toEqual(again!.finish());
  });

  it.each(Object.keys(sounds))('agrees with the result, which no read changes (%s)', (name) => {
    const sound = sounds[name]!();
    const { updates, result } = follow(sound);
    const early = (notes: readonly NoteEvent[]): NoteEvent[] => notes.filter(({ offset }) => offset < SOUND_S - 2);
    expect(early(updates.at(-1)!.notes)).toEqual(early(result.notes));
    const alone = createAnalyzer(SAMPLE_RATE);
    alone.push(sound);
    expect(result).toEqual(alone.finish());
  });
});

describe('the live view of a sound without notes', () => {
  it.each(['kit', 'toms', 'claps', 'shaker', 'knocks'] satisfies (keyof typeof DRUM_PATTERNS)[])(
    'has no note for drums that the result does not have (%s)',
    (beat) => {
      const { updates, result } = follow(
        percussion(beat, SOUND_S, SAMPLE_RATE, 100, seededRandom(`percussion ${beat}`)),
      );
      for (const midi of midisOf(updates.at(-1)!.notes)) expect(midisOf(result.notes)).toContain(midi);
    },
  );

  it('shows the resonances of rain after three seconds, as the result does', () => {
    const { updates, result } = follow(noise(6 * SAMPLE_RATE, 'pink', 0.01, seededRandom('rain')));
    for (const { essence } of updates.filter(({ time }) => time < 3)) expect(essence).toEqual([]);
    for (const { essence } of updates.filter(({ time }) => time > 3.5)) expect(essence).not.toEqual([]);
    const { essence } = updates.at(-1)!;
    expect(essence.filter((note) => result.essence.includes(note)).length).toBeGreaterThanOrEqual(3);
    expect(updates.at(-1)!.notes).toEqual([]);
  });
});
