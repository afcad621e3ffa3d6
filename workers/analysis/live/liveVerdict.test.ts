import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/values/random.ts';
import { randomMelody, sungLike } from '../../../tests/fixtures/melody.ts';
import { percussion, type BEATS } from '../../../tests/fixtures/percussion.ts';
import { speech, SPEAKERS } from '../../../tests/fixtures/speech.ts';
import { render, sequence, type Voice } from '../../../tests/fixtures/synthesis.ts';
import type { NoteCode } from '../../../src/core/pitch/pitch.ts';
import { analyze, createAnalyzer } from '../index.ts';

const RATE = 22_050;
const SECONDS = 8;
/** A piece of sound between two updates, samples: 30 ms. */
const PIECE = Math.round(0.03 * RATE);

/** Share of the updates that show a note, the name of a pitch or an essence, and what the last update shows. */
function view(sound: Float32Array): { shown: number; midis: number[]; essence: readonly string[] } {
  const analyzer = createAnalyzer(RATE);
  let updates = 0;
  let shown = 0;
  analyzer.live();
  for (let at = 0; at < sound.length; at += PIECE) {
    analyzer.push(sound.subarray(at, at + PIECE));
    const { notes, pitch, essence } = analyzer.live();
    updates++;
    if (notes.length > 0 || pitch !== null || essence.length > 0) shown++;
  }
  const { notes, essence } = analyzer.live();
  return { shown: shown / updates, midis: notes.map(({ midi }) => midi), essence };
}

describe('the live view of talk', () => {
  it.each(Object.keys(SPEAKERS) as (keyof typeof SPEAKERS)[])(
    'shows the notes of the voice, most of which the result has (%s)',
    (who) => {
      const sound = speech(SECONDS, RATE, SPEAKERS[who], seededRandom(`speech ${who}`));
      const { shown, essence } = view(sound);
      expect(shown).toBeGreaterThan(0.6);
      const result = analyze(sound, RATE).essence;
      const common = essence.filter((note) => result.includes(note as NoteCode));
      expect(common.length).toBeGreaterThanOrEqual(0.6 * new Set([...essence, ...result]).size);
    },
  );
});

describe('the live view of a sound without notes', () => {
  it.each(['kit', 'toms', 'claps', 'shaker', 'knocks'] satisfies (keyof typeof BEATS)[])(
    'shows nothing but what the result has while somebody drums (%s)',
    (beat) => {
      const sound = percussion(beat, SECONDS, RATE, 100, seededRandom(`percussion ${beat}`));
      const { midis } = view(sound);
      const result = analyze(sound, RATE).notes.map(({ midi }) => midi);
      for (const midi of midis) expect(result).toContain(midi);
    },
  );
});

describe('the live view of a melody', () => {
  it.each(['sung', 'flute', 'pluck'] satisfies Voice[])('shows its notes as they come (%s)', (voice) => {
    const random = seededRandom(`live ${voice}`);
    const tones = randomMelody(
      { seconds: SECONDS, low: 57, high: 74, shortest: 0.25, longest: 0.7, repeatGap: 0.06 },
      random,
    );
    const { shown, midis } = view(render(voice, voice === 'sung' ? sungLike(tones, random) : tones, SECONDS, RATE));
    expect(shown).toBeGreaterThan(0.9);
    expect(midis).toEqual(expect.arrayContaining(tones.map(({ midi }) => midi)));
  });

  it('shows its notes after talk, too', () => {
    const talk = speech(3, RATE, SPEAKERS.man, seededRandom('talk, then a song'));
    const song = render('flute', sequence([60, 64, 67, 72, 67, 64, 60, 64, 67], 0.6, 0.05), 6, RATE);
    const both = new Float32Array(talk.length + song.length);
    both.set(talk);
    both.set(song, talk.length);
    expect(view(both).midis).toEqual(expect.arrayContaining([60, 64, 67, 72]));
  });
});

it('does not show a pitch that a voice glides through', () => {
  // From C4 up to G4 in 0.4 s, which it then holds.
  const { midis } = view(render('sung', [{ midi: 67, onset: 0.3, offset: 1.6, from: 60, slide: 0.4 }], 1.8, RATE));
  expect(midis).toEqual([67]);
});
