import { assert as check, array, constantFrom, float, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOTE_CODES, midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { hitsOf } from './beatHits.ts';
import { isBlank, selectedNotes } from './beat.ts';
import { beatOfFragrance, takeOfFragrance, tempoOf } from './remix.ts';

const trace = (notes: [NoteCode, number, number][]) => ({
  duration: 10,
  peaks: [],
  notes: notes.map(([note, onset, offset]) => ({ note, onset, offset, velocity: 1, cents: 0 })),
});

describe('the beat of a fragrance', () => {
  it('has its notes at their times, in the tempo that fits', () => {
    // 90 beats a minute, half a second behind the beginning of the recording.
    const step = 60 / 90 / 2;
    const beat = beatOfFragrance({
      musicEssence: ['C4', 'E4', 'G4'],
      trace: trace([
        ['C4', 0.5, 0.7],
        ['E4', 0.5 + 2 * step, 1.3],
        ['G4', 0.5 + 3 * step, 2],
        ['C4', 0.5 + 6 * step, 3],
      ]),
    });
    expect(Math.abs(beat.bpm - 90)).toBeLessThanOrEqual(1);
    const hits = hitsOf(beat).hits.map(({ note, time }) => [note, Math.round((time * beat.bpm) / 30)]);
    expect(hits).toEqual([
      ['C4', 0],
      ['E4', 2],
      ['G4', 3],
      ['C4', 6],
    ]);
  });

  it('has its essence, a note a beat, without times', () => {
    const beat = beatOfFragrance({ musicEssence: ['A4', 'C5', 'E3'] });
    const { hits } = hitsOf(beat);
    expect(hits.map(({ note }) => note)).toEqual(['A4', 'C5', 'E3']);
    expect(hits.map(({ time }) => Math.round((time * beat.bpm) / 30))).toEqual([0, 2, 4]);
  });

  it('always has a pad, and only notes of the fragrance', () => {
    const code = constantFrom(...NOTE_CODES);
    const note = record({ note: code, onset: float({ min: 0, max: 60, noNaN: true }) });
    check(
      property(array(code, { minLength: 1, maxLength: 8 }), array(note, { maxLength: 40 }), (essence, heard) => {
        const musicEssence = [...new Set(essence)];
        const notes = heard.map((one) => ({ ...one, offset: one.onset + 0.2, velocity: 0.5, cents: 0 }));
        const beat = beatOfFragrance({ musicEssence, trace: { duration: 61, peaks: [], notes } });
        expect(isBlank(beat)).toBe(false);
        const own = new Set<NoteCode>(notes.length > 0 ? notes.map((one) => one.note) : musicEssence);
        for (const hit of selectedNotes(beat)) expect(own.has(hit)).toBe(true);
      }),
    );
  });
});

describe('the tempo of the beat of a fragrance', () => {
  it('has steps at the onsets, and is near 100', () => {
    for (const bpm of [70, 96, 120, 150]) {
      const onsets = Array.from({ length: 8 }, (_, i) => (i * 60) / bpm);
      const step = 30 / tempoOf(onsets);
      for (const onset of onsets) expect(Math.abs(onset / step - Math.round(onset / step))).toBeLessThan(0.15);
    }
    expect(tempoOf([0])).toBe(100);
    expect(tempoOf([])).toBe(100);
  });

  it('is slow enough to keep the last note within four bars', () => {
    // At 130 the steps match the onsets as well, and the last eight notes come too late.
    expect(tempoOf(Array.from({ length: 16 }, (_, i) => (i * 60) / 65))).toBe(65);
  });

  it('stays near 100 when another fits hardly better', () => {
    // Every second note is 60 ms late; at 176 they are a little nearer to a step.
    const onsets = Array.from({ length: 8 }, (_, i) => 0.6 * i + (i % 2) * 0.06);
    expect(Math.abs(tempoOf(onsets) - 100)).toBeLessThanOrEqual(1);
  });
});

describe('the take of a fragrance', () => {
  it('has the notes with their times, from the first one', () => {
    const take = takeOfFragrance({
      musicEssence: ['C4'],
      face: trace([
        ['D4', 2, 3],
        ['C4', 1, 1.5],
      ]),
    });
    expect(take.notes.map(({ midi, onset, offset }) => [midi, onset, offset])).toEqual([
      [midiOf('D4'), 1, 2],
      [midiOf('C4'), 0, 0.5],
    ]);
    expect(take.duration).toBe(2);
  });

  it('has its essence one after the other without times', () => {
    const { notes, duration } = takeOfFragrance({ musicEssence: ['C4', 'E4'] });
    expect(notes.map(({ midi }) => midi)).toEqual([midiOf('C4'), midiOf('E4')]);
    expect(notes[1]!.onset).toBeGreaterThanOrEqual(notes[0]!.offset);
    expect(duration).toBe(notes[1]!.offset);
  });
});
