import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/values/random.ts';
import { analyze } from '../../../tests/fixtures/engine.ts';
import { track } from '../../../tests/fixtures/pitchTrack.ts';
import { speech, SPEAKERS } from '../../../tests/fixtures/speech.ts';
import { render, sequence } from '../../../tests/fixtures/synthesis.ts';
import { voiceIn } from '../monophony/glides/glidingNotes.ts';
import type { NoteEvent } from '../types.ts';
import { voiceTypeOf, type VoiceTypeFeatures } from './voiceType.ts';

const SAMPLE_RATE = 22_050;
const HELD_TRACK = track([60, 200]);
const HELD_NOTE: NoteEvent = { midi: 60, cents: 0, onset: 0, offset: 2, confidence: 1, velocity: 0.5 };
const typeOf = (features: Partial<VoiceTypeFeatures>, several = false) =>
  voiceTypeOf(
    { wander: null, attack: 0.08, harmonicity: 25, ...features },
    [HELD_NOTE],
    HELD_TRACK,
    several ? null : 0,
  );

/** Syllables of a tenth of a second that rise or fall by five semitones. */
const syllables = (pause: number): ReturnType<typeof track> =>
  track(
    ...Array.from({ length: 12 }, (_, i): [number | null, number][] => [
      ...Array.from({ length: 20 }, (_, t): [number, number] => [50 + (i % 2 === 0 ? t : 20 - t) / 4, 1]),
      [null, pause],
    ]).flat(),
  );

describe('the type of a voice', () => {
  it('is sung if the pitch wanders inside notes, and played if it hardly does', () => {
    expect(typeOf({ wander: 14 })).toEqual({ kind: 'sung', confidence: 1 });
    expect(typeOf({ wander: 1.5 })).toEqual({ kind: 'played', confidence: 1 });
    expect(typeOf({ wander: 8 })!.confidence).toBeLessThan(typeOf({ wander: 9 })!.confidence);
  });

  it('is played if notes are struck, also by several voices', () => {
    expect(typeOf({ wander: 14, attack: 0.008 })?.kind).toBe('played');
    expect(typeOf({ attack: 0.008 }, true)?.kind).toBe('played');
  });

  it('is unknown in between, in noise, of a choir, and without notes', () => {
    for (const features of [{ wander: 5 }, { wander: 14, harmonicity: 2 }, {}]) expect(typeOf(features)).toBeNull();
    expect(typeOf({ wander: 14 }, true)).toBeNull();
    expect(voiceTypeOf({ wander: 14, attack: 0.08, harmonicity: 25 }, [], HELD_TRACK, 0)).toBeNull();
  });

  it('is spoken if the pitch glides from syllable to syllable', () => {
    const manner = (note: NoteEvent, pause: number): ReturnType<typeof voiceTypeOf> => {
      const talk = syllables(pause);
      const { gliding } = voiceIn([], talk);
      return voiceTypeOf({ wander: 14, attack: 0.05, harmonicity: 8 }, [note], talk, gliding);
    };
    expect(manner(HELD_NOTE, 10)).toEqual({ kind: 'spoken', confidence: 1 });
    // A voice that glides slowly may sing so, and a bass is no voice.
    expect(manner(HELD_NOTE, 60)).toBeNull();
    expect(manner({ ...HELD_NOTE, midi: 30 }, 10)?.kind).not.toBe('spoken');
  });

  it.each(['man', 'woman', 'quick', 'excited', 'dull'] as const)('is spoken for talk (%s)', (who) => {
    const { timbre } = analyze(speech(6, SAMPLE_RATE, SPEAKERS[who], seededRandom(`manner ${who}`)), SAMPLE_RATE);
    expect(timbre?.manner?.kind).toBe('spoken');
  });

  it('is played for strings and a reed', () => {
    const tones = sequence([60, 64, 67, 72], 0.5, 0.1);
    for (const voice of ['pluck', 'reed'] as const)
      expect(analyze(render(voice, tones, 3, SAMPLE_RATE), SAMPLE_RATE).timbre?.manner?.kind).toBe('played');
  });
});
