import { describe, expect, it } from 'vitest';
import { midiOfHz } from '../../values/pitch.ts';
import { seededRandom } from '../../../../src/core/values/random.ts';
import { analyze, createAnalyzer } from '../../../../tests/fixtures/engine.ts';
import { randomMelody } from '../../../../tests/fixtures/melody.ts';
import { level, note, spans, track } from '../../../../tests/fixtures/pitchTrack.ts';
import { speech, SPEAKERS } from '../../../../tests/fixtures/speech.ts';
import { render, sequence, withHum, type Voice } from '../../../../tests/fixtures/synthesis.ts';
import { MainsHum, withoutHum } from './mainsHum.ts';
import { HUM } from './parameters.ts';

const SAMPLE_RATE = 44_100;
const SOUND_S = 8;

/**
 * Three notes with a pitch of `hz` in their pauses, `decibels` below them; and the notes that are not hum.
 */
function detectHum(hz: number, decibels: number, also = 0): number[][] {
  const midi = midiOfHz(hz);
  const sound = track([midi, 30], [60, 40], [midi, 30], [64, 40 + also], [midi, 30]);
  for (const [from, to] of [
    [0, 30],
    [70, 100],
    [140 + also, 170 + also],
  ] as const)
    level(sound, from, to, -10 - decibels);
  level(sound, 140, 140 + also, -10 - decibels);
  const notes = [
    note(0, 30, midi),
    note(30, 70, 60),
    note(70, 100, midi),
    note(100, 140 + also, 64),
    note(140 + also, 170 + also, midi),
  ];
  new MainsHum(sound).unvoice();
  return spans(withoutHum(notes, sound));
}

describe('hum in the pauses', () => {
  it.each([50, 60, 99.8, 120.3])('of %d Hz is no note', (hz) => {
    expect(detectHum(hz, HUM.softer + 2)).toEqual([
      [30, 70, 60],
      [100, 140, 64],
    ]);
  });

  it('is a note if it has another pitch, is as loud as the others, or is not the only soft sound', () => {
    expect(detectHum(98, HUM.softer + 2)).toHaveLength(5);
    expect(detectHum(150, HUM.softer + 2)).toHaveLength(5);
    expect(detectHum(50, HUM.softer - 2)).toHaveLength(5);
    expect(detectHum(50, HUM.softer + 2, 80)).toHaveLength(5);
  });

  it('leaves its steps without a pitch, and those of the notes unchanged', () => {
    const sound = level(track([midiOfHz(50), 40], [60, 40]), 0, 40, -30);
    new MainsHum(sound).unvoice();
    expect([...sound.hz.subarray(0, 80)].map((hz) => hz > 0)).toEqual(Array.from({ length: 80 }, (_, t) => t >= 40));
    expect(sound.clarity[39]).toBe(0);
    expect(sound.clarity[40]).toBe(1);
  });

  it.each([
    ['sung', 50, 38],
    ['flute', 60, 30],
    ['pluck', 50, 20],
    ['reed', 60, 38],
  ] as const)('does not change a melody (%s, %d Hz, %d dB below it)', (voice: Voice, mains, decibels) => {
    const all = randomMelody(
      { seconds: SOUND_S, low: 52, high: 76, shortest: 0.2, longest: 0.7, repeatGap: 0.1 },
      seededRandom(`hum ${voice}`),
    );
    const tones = all.filter((_, i) => i % 4 !== 3);
    const notes = analyze(
      withHum(render(voice, tones, SOUND_S, SAMPLE_RATE), SAMPLE_RATE, mains, decibels),
      SAMPLE_RATE,
    ).notes;
    expect(notes.map(({ midi }) => midi)).toEqual(tones.map(({ midi }) => midi));
    for (const [i, { onset }] of tones.entries()) expect(Math.abs(notes[i]!.onset - onset)).toBeLessThanOrEqual(0.05);
  });

  it('is not in the live view either, and many reads leave the same notes', () => {
    const melody = withHum(render('reed', sequence([60, 64, 67, 72], 0.5, 0.5), 5, SAMPLE_RATE), SAMPLE_RATE, 50, 20);
    const analyzer = createAnalyzer(SAMPLE_RATE);
    for (let at = 0; at < melody.length; at += SAMPLE_RATE / 20) {
      analyzer.push(melody.subarray(at, at + SAMPLE_RATE / 20));
      analyzer.live();
    }
    expect(analyzer.live().notes.map(({ midi }) => midi)).toEqual([60, 64, 67, 72]);
    expect(analyzer.finish().notes).toEqual(analyze(melody, SAMPLE_RATE).notes);
  });

  it('adds no note to those of speech', () => {
    const talk = speech(SOUND_S, SAMPLE_RATE, SPEAKERS.man, seededRandom('talk over hum'));
    const { notes } = analyze(withHum(talk, SAMPLE_RATE, 50, 30), SAMPLE_RATE);
    expect(notes.length).toBeGreaterThan(0);
    // The hum is G1; the man speaks around A2.
    expect(notes.filter(({ midi }) => midi <= 36)).toEqual([]);
  });

  it('is a note without any other sound', () => {
    const alone = withHum(new Float32Array(2 * SAMPLE_RATE).fill(1e-4), SAMPLE_RATE, 50, -60);
    expect(analyze(alone, SAMPLE_RATE).notes).toHaveLength(1);
  });
});
