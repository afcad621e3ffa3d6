import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/values/random.ts';
import { analyze } from '../../../tests/fixtures/engine.ts';
import { randomMelody } from '../../../tests/fixtures/melody.ts';
import { SONG_RATE as RATE, sungByPeople } from '../../../tests/fixtures/singing.ts';
import { speech, SPEAKERS } from '../../../tests/fixtures/speech.ts';
import type { NoteEvent } from './types.ts';

const SECONDS = 10;
/** Silence between two sounds, s. */
const PAUSE = 1;
/** Largest distance of two onsets of one note, s. */
const NEAR = 0.03;

const talk = (who: keyof typeof SPEAKERS): Float32Array =>
  speech(SECONDS, RATE, SPEAKERS[who], seededRandom(`pair ${who}`));

function song(): Float32Array {
  const random = seededRandom('song a');
  const tune = { seconds: SECONDS, low: 55, high: 70, shortest: 0.2, longest: 0.8, repeatGap: 0.05 };
  return sungByPeople(randomMelody(tune, random), SECONDS, random).pcm;
}

/** Share of the notes of one list, or of the other, that are in both. */
function alike(some: readonly NoteEvent[], others: readonly NoteEvent[]): number {
  const shared = some.filter(({ midi, onset }) =>
    others.some((other) => other.midi === midi && Math.abs(other.onset - onset) < NEAR),
  ).length;
  return shared / Math.max(some.length, others.length);
}

/** Expects the notes of both sounds in the sound of the first, a pause, and the second. */
function expectNotesOfBoth(first: Float32Array, second: Float32Array): void {
  const at = (SECONDS + PAUSE) * RATE;
  const joined = new Float32Array(at + second.length);
  joined.set(first);
  joined.set(second, at);
  const { notes } = analyze(joined, RATE);
  const begin = SECONDS + PAUSE;
  const ofSecond = notes.filter(({ onset }) => onset >= begin - NEAR);
  expect(alike(analyze(first, RATE).notes, notes.slice(0, notes.length - ofSecond.length))).toBeGreaterThanOrEqual(
    0.95,
  );
  const shifted = ofSecond.map((note) => ({ ...note, onset: note.onset - begin }));
  expect(alike(analyze(second, RATE).notes, shifted)).toBeGreaterThanOrEqual(0.95);
}

describe('two sounds with a second of silence between them have their own notes', () => {
  it('a man and a woman who talk', () => expectNotesOfBoth(talk('man'), talk('woman')));
  it('a woman who talks after a song', () => expectNotesOfBoth(song(), talk('woman')));
  it.each([
    ['woman', 'man'],
    ['excited', 'slow'],
    ['child', 'dull'],
  ] as const)('talk of two speakers: %s, %s @slow', (first, second) => expectNotesOfBoth(talk(first), talk(second)));
});

describe('the talk of a minute', () => {
  it('has the notes of its first half, whatever comes later', () => {
    const whole = speech(40, RATE, SPEAKERS.woman, seededRandom('long talk'));
    const end = 20 - 2;
    const before = ({ onset }: NoteEvent): boolean => onset < end;
    const half = analyze(whole.subarray(0, 20 * RATE), RATE).notes.filter(before);
    expect(alike(half, analyze(whole, RATE).notes.filter(before))).toBeGreaterThanOrEqual(0.95);
  });
});
