import { expect, it } from 'vitest';
import { hzOfMidi } from '../../values/pitch.ts';
import { seededRandom } from '../../../../src/core/values/random.ts';
import { note, spans, through, track } from '../../../../tests/fixtures/pitchTrack.ts';
import { percussion } from '../../../../tests/fixtures/percussion.ts';
import { mixBackground, render, sequence } from '../../../../tests/fixtures/synthesis.ts';
import { analyze } from '../../../../tests/fixtures/engine.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import type { RatedRepeat } from '../repeats/repeats.ts';
import { joinAcrossHits } from './hits.ts';

const joinHits = (
  notes: readonly NoteSegment[],
  sound: PitchTrack,
  ratedRepeats: readonly RatedRepeat[] = [],
): NoteSegment[] => through(notes, sound, (found, note) => joinAcrossHits(found, note, sound, ratedRepeats));

/** A tone of 80 steps with partials of level 1 and a burst of 10 times their power in the steps 40 to 44. */
function burst(): PitchTrack {
  const sound = track([60, 80]);
  for (let t = 0; t < 80; t++) sound.power[t] = t >= 40 && t < 44 ? 10 : 1;
  return sound;
}

it('joins the parts of a note that sounds through a hit', () => {
  expect(spans(joinHits([note(10, 40, 60), note(40, 80, 60)], burst()))).toEqual([[10, 80, 60]]);
});

it('keeps the louder note between two of a trill', () => {
  const sound = burst();
  sound.hz.fill(hzOfMidi(62), 40, 46);
  const parts = [note(10, 40, 60), note(40, 46, 62), note(46, 80, 60)];
  expect(spans(joinHits(parts, sound))).toEqual(spans(parts));
});

it('keeps a note that is struck again, blown again or has another pitch', () => {
  const parts = [note(10, 40, 60), note(40, 80, 60)];
  const isKept = (change: (sound: PitchTrack) => void): boolean => {
    const sound = burst();
    change(sound);
    return joinHits(parts, sound).length === 2;
  };
  // Its partials rise.
  expect(isKept(({ level }) => level.fill(2, 40))).toBe(true);
  // They dip before.
  expect(isKept(({ level }) => level.fill(0.3, 37, 40))).toBe(true);
  expect(joinHits([note(10, 40, 60), note(40, 80, 62)], burst())).toHaveLength(2);
});

it('joins two parts whose partials neither dip nor rise, even across a rest', () => {
  const parts = [note(10, 38, 60), note(41, 80, 60)];
  const sound = burst();
  // A low drum adds to the partials.
  sound.level.fill(1.8, 40, 43);
  expect(spans(joinHits(parts, sound))).toEqual([[10, 80, 60]]);
  sound.power.fill(1);
  sound.level.fill(1);
  expect(spans(joinHits(parts, sound))).toEqual([[10, 80, 60]]);
  sound.level.fill(0.7, 39, 41);
  expect(joinHits(parts, sound)).toHaveLength(2);
});

it('keeps a sure repeat, unless the burst has no power at its partials', () => {
  const parts = [note(10, 38, 60), note(41, 80, 60)];
  const surely = [{ step: 41, certainty: 0.9, first: 40, rise: 8 }];
  const flat = burst();
  flat.power.fill(1);
  expect(joinHits(parts, flat, surely)).toHaveLength(2);
  expect(joinHits(parts, flat, [{ ...surely[0]!, certainty: 0.5 }])).toHaveLength(1);
  expect(joinHits(parts, burst(), surely)).toHaveLength(1);
});

it('finds each note of a reed over a drum kit once', () => {
  const rate = 44_100;
  const tones = sequence([79, 74, 77, 72], 1.1, 0.2);
  const kit = percussion('kit', 5.5, rate, 110, seededRandom('kit'));
  for (const decibels of [3, 9]) {
    const { notes } = analyze(mixBackground(render('reed', tones, 5.5, rate), kit, decibels), rate);
    expect(notes.filter(({ midi }) => midi > 60).map(({ midi }) => midi)).toEqual(tones.map(({ midi }) => midi));
  }
});
