import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/values/random.ts';
import { randomMelody, sungLike } from '../../../tests/fixtures/melody.ts';
import { percussion, type BEATS } from '../../../tests/fixtures/percussion.ts';
import { speech, SPEAKERS } from '../../../tests/fixtures/speech.ts';
import { render, sequence, type Voice } from '../../../tests/fixtures/synthesis.ts';
import { createAnalyzer } from '../index.ts';

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

describe('the live view of a sound without notes', () => {
  // A dull voice holds its first syllables as long as a singer.
  it.each([
    ['man', 0.1],
    ['woman', 0.1],
    ['quick', 0.1],
    ['excited', 0.1],
    ['dull', 0.3],
  ] as const)('shows nothing but a moment at most while somebody talks (%s)', (who, most) => {
    const { shown, midis, essence } = view(speech(SECONDS, RATE, SPEAKERS[who], seededRandom(`speech ${who}`)));
    expect(shown).toBeLessThan(most);
    expect(midis).toEqual([]);
    expect(essence).toEqual([]);
  });

  it.each(['kit', 'toms', 'claps', 'shaker', 'knocks'] satisfies (keyof typeof BEATS)[])(
    'shows nothing but a moment at most while somebody drums (%s)',
    (beat) => {
      const { shown, midis } = view(percussion(beat, SECONDS, RATE, 100, seededRandom(`percussion ${beat}`)));
      expect(shown).toBeLessThan(0.1);
      expect(midis).toEqual([]);
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

  it('is hidden by the talk before it no longer than the result is', () => {
    const talk = speech(3, RATE, SPEAKERS.man, seededRandom('talk, then a song'));
    const song = render('flute', sequence([60, 64, 67, 72, 67, 64, 60, 64, 67], 0.6, 0.05), 6, RATE);
    const both = new Float32Array(talk.length + song.length);
    both.set(talk);
    both.set(song, talk.length);
    expect(view(talk).midis).toEqual([]);
    expect(view(both).midis).toEqual(expect.arrayContaining([60, 64, 67, 72]));
  });
});

it('does not show a pitch that a voice glides through', () => {
  // From C4 up to G4 in 0.4 s, which it then holds.
  const { midis } = view(render('sung', [{ midi: 67, onset: 0.3, offset: 1.6, from: 60, slide: 0.4 }], 1.8, RATE));
  expect(midis).toEqual([67]);
});
