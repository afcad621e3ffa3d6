import { describe, expect, it } from 'vitest';
import { noteCodeOf } from '../../values/pitch.ts';
import { seededRandom } from '../../../../src/core/values/random.ts';
import { analyze } from '../../../../tests/fixtures/engine.ts';
import { track } from '../../../../tests/fixtures/pitchTrack.ts';
import { speech, SPEAKERS } from '../../../../tests/fixtures/speech.ts';
import { HOP_SECONDS } from '../../parameters.ts';
import type { Analysis, NoteEvent } from '../../types.ts';
import { voiceIn } from './glidingNotes.ts';

const SAMPLE_RATE = 22_050;

/** Syllables that rise from `low` to `high` or fall, in turns, slower near both, with rests between. */
function talk(low: number, high: number, syllables: number): [midi: number | null, steps: number][] {
  const rise = Array.from({ length: 24 }, (_, t): [number, number] => [
    (low + high) / 2 - ((high - low) / 2) * Math.cos((Math.PI * t) / 23),
    1,
  ]);
  const syllable = (i: number): [number, number][] => (i % 2 === 0 ? rise : rise.toReversed());
  return Array.from({ length: syllables }, (_, i) => [...syllable(i), [null, 10] as [null, number]]).flat();
}
const note = (midi: number, first: number, end: number): NoteEvent => ({
  midi,
  cents: 0,
  onset: first * HOP_SECONDS,
  offset: end * HOP_SECONDS,
  confidence: 1,
  velocity: 0.5,
});

describe('the notes of one voice', () => {
  it('are its recurring pitches if it glides', () => {
    const { notes: found } = voiceIn([note(59, 0, 40)], track(...talk(57, 61, 12)));
    const strength = (midi: number): number =>
      found.reduce((sum, one) => sum + (one.midi === midi ? (one.offset - one.onset) * one.confidence : 0), 0);
    for (const dwelt of [57, 61])
      for (const passed of [58, 59, 60]) expect(strength(dwelt)).toBeGreaterThan(1.5 * strength(passed));
    for (const { midi } of found) expect(midi >= 57 && midi <= 61).toBe(true);
  });

  it('stay those of held pitches, even with a second of talk nearby', () => {
    const sung = [note(60, 0, 200), note(64, 200, 400)];
    const { notes: found } = voiceIn(sung, track([60, 200], [64, 200], [null, 350], ...talk(50, 54, 24)));
    expect(found.slice(0, 2).map(({ midi, onset, offset }) => [midi, onset, offset])).toEqual([
      [60, 0, 2],
      [64, 2, 4],
    ]);
    const talked = found.slice(2).map(({ midi }) => midi);
    expect(talked).toEqual(expect.arrayContaining([50, 54]));
    for (const midi of talked) expect(midi >= 50 && midi <= 54).toBe(true);
  });

  it('have less weight where the pitch moves', () => {
    const [still, moving] = voiceIn(
      [note(60, 0, 100), note(67, 110, 210)],
      track(
        [60, 100],
        [null, 10],
        ...Array.from({ length: 100 }, (_, t): [number, number] => [67 + Math.sin(t / 3), 1]),
      ),
    ).notes;
    expect(still!.confidence).toBeGreaterThan(0.95);
    expect(moving!.confidence).toBeLessThan(0.8);
  });

  it('are none if nothing is voiced for long enough', () => {
    expect(voiceIn([], track([null, 100])).notes).toEqual([]);
    expect(voiceIn([], track(...talk(57, 62, 1).slice(0, 8))).notes).toEqual([]);
  });
});

describe('talk', () => {
  const names = ({ notes }: Analysis): Set<string> => new Set(notes.map(({ midi }) => noteCodeOf(midi)));
  const alike = (a: readonly string[], b: readonly string[]): number =>
    a.filter((one) => b.includes(one)).length / new Set([...a, ...b]).size;

  it.each(Object.keys(SPEAKERS) as (keyof typeof SPEAKERS)[])(
    'has the same notes from another start and at another level (%s)',
    (who) => {
      const sound = speech(6, SAMPLE_RATE, SPEAKERS[who], seededRandom(`steady ${who}`));
      const whole = analyze(sound, SAMPLE_RATE);
      for (const note of whole.essence) expect(names(whole)).toContain(note);
      const others = [11, 33, 77].map((ms) => sound.subarray((ms * SAMPLE_RATE) / 1000));
      const again = [...others, sound.map((sample) => sample / 8)].map((copy) =>
        alike(analyze(copy, SAMPLE_RATE).essence, whole.essence),
      );
      expect(again.reduce((sum, one) => sum + one, 0) / again.length).toBeGreaterThanOrEqual(0.85);
    },
  );
});
