import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/values/random.ts';
import { analyze } from '../../tests/fixtures/engine.ts';
import { accompaniment, chords, randomMelody } from '../../tests/fixtures/melody.ts';
import { SONG_RATE as SAMPLE_RATE, sungByPeople } from '../../tests/fixtures/singing.ts';
import { speech, SPEAKERS } from '../../tests/fixtures/speech.ts';
import { render, withHum, type Tone, type Voice } from '../../tests/fixtures/synthesis.ts';
import type { NoteEvent } from './types.ts';

const SOUND_S = 10;
/** Silence between two sounds, s. */
const PAUSE_S = 1;
/** Largest distance of two onsets of one note, s. */
const MAX_ONSET_DIFFERENCE_S = 0.03;

const talk = (who: keyof typeof SPEAKERS): Float32Array =>
  speech(SOUND_S, SAMPLE_RATE, SPEAKERS[who], seededRandom(`pair ${who}`));

function song(): Float32Array {
  const random = seededRandom('song a');
  const tune = { seconds: SOUND_S, low: 55, high: 70, shortest: 0.2, longest: 0.8, repeatGap: 0.05 };
  return sungByPeople(randomMelody(tune, random), SOUND_S, random).pcm;
}

/** Share of the notes of one list, or of the other, that are in both. */
function sharedNotes(some: readonly NoteEvent[], others: readonly NoteEvent[]): number {
  const shared = some.filter(({ midi, onset }) =>
    others.some((other) => other.midi === midi && Math.abs(other.onset - onset) < MAX_ONSET_DIFFERENCE_S),
  ).length;
  return shared / Math.max(some.length, others.length);
}

/** Expects the notes of both sounds in the sound of the first, a pause, and the second. */
function expectNotesOfBoth(first: Float32Array, second: Float32Array): void {
  const at = (SOUND_S + PAUSE_S) * SAMPLE_RATE;
  const joined = new Float32Array(at + second.length);
  joined.set(first);
  joined.set(second, at);
  const { notes } = analyze(joined, SAMPLE_RATE);
  const begin = SOUND_S + PAUSE_S;
  const ofSecond = notes.filter(({ onset }) => onset >= begin - MAX_ONSET_DIFFERENCE_S);
  expect(
    sharedNotes(analyze(first, SAMPLE_RATE).notes, notes.slice(0, notes.length - ofSecond.length)),
  ).toBeGreaterThanOrEqual(0.95);
  const shifted = ofSecond.map((note) => ({ ...note, onset: note.onset - begin }));
  expect(sharedNotes(analyze(second, SAMPLE_RATE).notes, shifted)).toBeGreaterThanOrEqual(0.95);
}

const tuneOf = (name: string, low: number, high: number): Tone[] =>
  randomMelody({ seconds: SOUND_S, low, high, shortest: 0.2, longest: 0.8, repeatGap: 0.05 }, seededRandom(name));

/** A melody or chords of a voice, this far from A4 = 440 Hz, cents. */
function played(voice: Voice, tones: readonly Tone[], cents = 0): Float32Array {
  const tuned = tones.map((tone) => ({ ...tone, midi: tone.midi + cents / 100 }));
  return render(voice, tuned, SOUND_S, SAMPLE_RATE);
}

const flute = (name: string, cents = 0): Float32Array => played('flute', tuneOf(name, 65, 80), cents);
const band = (cents = 0): Float32Array => played('pluck', accompaniment(SOUND_S, seededRandom('band')), cents);
const chordsOf = (voice: Voice, cents = 0): Float32Array =>
  played(voice, chords(SOUND_S, 3, seededRandom(`chords ${voice}`)), cents);

/** A sound whose largest sample is at this level, dBFS. */
function peakingAt(decibels: number, sound: Float32Array): Float32Array {
  const largest = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return sound.map((sample) => (sample * 10 ** (decibels / 20)) / largest);
}

describe('two sounds with a second of silence between them have their own notes', () => {
  it('of a man and a woman who talk', () => expectNotesOfBoth(talk('man'), talk('woman')));

  it('of two flutes of two tunings, one over hum', () =>
    expectNotesOfBoth(flute('flat', -45), withHum(flute('sharp', 45), SAMPLE_RATE, 60, 34)));

  it('of a song and talk that is 40 dB softer', () =>
    expectNotesOfBoth(peakingAt(-3, song()), peakingAt(-43, talk('woman'))));

  it.each<[string, () => Float32Array, () => Float32Array]>([
    ['soft talk and a song that is 40 dB louder', () => peakingAt(-43, talk('woman')), () => peakingAt(-3, song())],
    ['talk and a song that is 40 dB softer', () => peakingAt(-3, talk('man')), () => peakingAt(-43, song())],
    ['a song and a flute that is 20 dB softer', () => peakingAt(-3, song()), () => peakingAt(-23, flute('even'))],
    ['a song and a flute that is 50 dB softer', () => peakingAt(-3, song()), () => peakingAt(-53, flute('even'))],
    ['a song and a woman who talks', song, () => talk('woman')],
    ['a woman and a man who talk', () => talk('woman'), () => talk('man')],
    ['excited and slow talk', () => talk('excited'), () => talk('slow')],
    ['a child and dull talk', () => talk('child'), () => talk('dull')],
    ['a song and a band', song, () => band()],
    ['a band and a song', () => band(), song],
    ['a flute that is sharp and one that is flat', () => flute('sharp', 45), () => flute('flat', -45)],
    ['chords of two tunings', () => band(-40), () => chordsOf('saw', 30)],
    ['talk over hum and talk without', () => withHum(talk('man'), SAMPLE_RATE, 50, 30), () => talk('woman')],
    ['talk without hum and talk over hum', () => talk('woman'), () => withHum(talk('man'), SAMPLE_RATE, 50, 30)],
    ['a flute without hum and one over hum', () => flute('even'), () => withHum(flute('low'), SAMPLE_RATE, 60, 34)],
    ['a melody over hum and a song', () => withHum(played('pluck', tuneOf('hum', 50, 70)), SAMPLE_RATE, 50, 30), song],
    ['a very deep voice and chords', () => played('saw', tuneOf('deep', 21, 25)), () => chordsOf('pluck')],
    ['chords and a very deep voice', () => chordsOf('pluck'), () => played('saw', tuneOf('deep', 21, 25))],
  ])('%s @slow', (_, first, second) => expectNotesOfBoth(first(), second()));
});

describe('a minute of talk', () => {
  it('has the notes of its first half, whatever follows', () => {
    const whole = speech(40, SAMPLE_RATE, SPEAKERS.woman, seededRandom('long talk'));
    const end = 20 - 2;
    const before = ({ onset }: NoteEvent): boolean => onset < end;
    const half = analyze(whole.subarray(0, 20 * SAMPLE_RATE), SAMPLE_RATE).notes.filter(before);
    expect(sharedNotes(half, analyze(whole, SAMPLE_RATE).notes.filter(before))).toBeGreaterThanOrEqual(0.95);
  });
});
