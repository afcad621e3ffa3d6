import { describe, expect, it } from 'vitest';
import { hzOfMidi } from '../../../src/domain/pitch.ts';
import { seededRandom } from '../../../src/domain/random.ts';
import type { NoteEvent } from '../types.ts';
import { createPolyphonyTracker, type PolyphonicHearing } from './index.ts';
import { PARAMETERS } from './parameters.ts';
import { fillNaps } from './seams.ts';

const RATE = 24_000;

interface Played {
  midi: number;
  onset: number;
  offset: number;
  /** Linear. */
  gain?: number;
}

/** A struck string: partials that fall by 1/h and fade the faster the higher they are, with a damped end. */
function pluck(notes: readonly Played[], seconds: number): Float32Array {
  const sound = new Float32Array(Math.round(seconds * RATE));
  for (const { midi, onset, offset, gain = 0.1 } of notes) {
    const f0 = hzOfMidi(midi);
    for (let h = 1; h <= 12 && h * f0 < 9000; h++) {
      const hz = h * f0 * Math.sqrt(1 + 2e-4 * h * h);
      for (let i = Math.round(onset * RATE); i < sound.length; i++) {
        const t = i / RATE - onset;
        const damped = i / RATE > offset ? Math.exp(-(i / RATE - offset) * 40) : 1;
        if (damped < 1e-3) break;
        sound[i]! += (gain / h) * Math.min(1, t / 0.004) * Math.exp(-t * (0.7 + 0.3 * h)) * damped * Math.sin(2 * Math.PI * hz * t + h * h);
      }
    }
  }
  return sound;
}

/** A held tone with vibrato, such as a voice. */
function sing(notes: readonly Played[], seconds: number, vibratoCents: number): Float32Array {
  const sound = new Float32Array(Math.round(seconds * RATE));
  for (const { midi, onset, offset } of notes) {
    let phase = 0;
    for (let i = Math.round(onset * RATE); i < Math.min(sound.length, offset * RATE); i++) {
      const t = i / RATE - onset;
      phase += (2 * Math.PI * hzOfMidi(midi + (vibratoCents / 100) * Math.sin(2 * Math.PI * 5.5 * t))) / RATE;
      const envelope = Math.min(1, t / 0.04, (offset - i / RATE) / 0.04);
      for (let h = 1; h <= 8; h++) sound[i]! += (0.2 / h ** 1.2) * envelope * Math.sin(h * phase);
    }
  }
  return sound;
}

/** Exponentially fading noise as a room's answer, added at `share` of the sound's level. */
function inRoom(sound: Float32Array, share: number): Float32Array {
  const random = seededRandom('room');
  const out = Float32Array.from(sound);
  // A few dozen echoes stand for a room: cheap, and long enough to let notes overlap.
  for (let echo = 0; echo < 60; echo++) {
    const delay = Math.round((0.02 + 0.7 * random()) * RATE);
    const gain = share * Math.exp((-4 * delay) / RATE) * (random() < 0.5 ? -1 : 1);
    for (let i = delay; i < out.length; i++) out[i]! += gain * sound[i - delay]!;
  }
  return out;
}

function noise(seconds: number, gain: number): Float32Array {
  const random = seededRandom('noise');
  return Float32Array.from({ length: Math.round(seconds * RATE) }, () => gain * (2 * random() - 1));
}

function drums(): Float32Array {
  const random = seededRandom('drums');
  const sound = new Float32Array(4 * RATE);
  for (let beat = 0; beat < 12; beat++) {
    const from = Math.round((0.2 + 0.3 * beat) * RATE);
    for (let i = 0; i < 0.25 * RATE && from + i < sound.length; i++) {
      const t = i / RATE;
      const kick = beat % 4 === 0 ? Math.sin(2 * Math.PI * (50 * t + 3 * (1 - Math.exp(-t * 30)))) * Math.exp(-t * 18) : 0;
      sound[from + i]! += 0.6 * kick + 0.3 * (2 * random() - 1) * Math.exp(-t * (beat % 2 === 0 ? 60 : 22));
    }
  }
  return sound;
}

function hear(sound: Float32Array, block = 2048): PolyphonicHearing & { polyphony: number; several: boolean } {
  const tracker = createPolyphonyTracker(RATE);
  for (let at = 0; at < sound.length; at += block) tracker.push(sound.subarray(at, at + block));
  const hearing = tracker.finish();
  return { ...hearing, polyphony: tracker.polyphony, several: tracker.severalVoices };
}

/** Each played note is heard once, its onset within 50 ms, and nothing else is. */
function expectHeard(notes: readonly NoteEvent[], played: readonly Played[]): void {
  const written = (list: readonly { midi: number; onset: number }[]) => list.map((n) => n.midi).sort((a, b) => a - b);
  expect(written(notes)).toEqual(written(played));
  for (const note of played) {
    const nearest = Math.min(...notes.filter((n) => n.midi === note.midi).map((n) => Math.abs(n.onset - note.onset)));
    expect(nearest).toBeLessThanOrEqual(0.05);
  }
}

const chord = (midis: readonly number[], onset: number, offset: number): Played[] => midis.map((midi) => ({ midi, onset, offset }));

describe('hearing several notes at once', () => {
  it.each([
    ['a third', [60, 64]],
    ['a fifth', [57, 64]],
    ['a major triad', [60, 64, 67]],
    ['a minor triad in first inversion', [55, 59, 64]],
    ['a seventh chord', [55, 59, 62, 65]],
    ['an octave doubling', [48, 60, 64, 67]],
    ['a low bass under a triad', [41, 60, 65, 68]],
  ])('hears %s', (_, midis) => {
    const played = chord(midis, 0.3, 1.4);
    const { notes, several } = hear(pluck(played, 1.9));
    expectHeard(notes, played);
    expect(several).toBe(true);
  });

  it('hears a chord that is struck again', () => {
    const played = [...chord([60, 64, 67], 0.3, 0.85), ...chord([60, 64, 67], 0.9, 1.5), ...chord([60, 64, 67], 1.5, 2)];
    expectHeard(hear(pluck(played, 2.4)).notes, played);
  });

  it('hears a melody over a held bass', () => {
    const played = [
      { midi: 43, onset: 0.3, offset: 2.5 },
      { midi: 74, onset: 0.3, offset: 0.8 },
      { midi: 76, onset: 0.85, offset: 1.35 },
      { midi: 78, onset: 1.4, offset: 1.9 },
      { midi: 79, onset: 1.95, offset: 2.5 },
    ];
    expectHeard(hear(pluck(played, 2.9)).notes, played);
  });

  it('names the notes of a detuned instrument against its own tuning', () => {
    const played = [...chord([57, 60, 64], 0.3, 0.9), ...chord([55, 59, 62], 1, 1.6), ...chord([53, 57, 60, 65], 1.7, 2.4)];
    const flat = played.map((note) => ({ ...note, midi: note.midi - 0.4 }));
    const { notes } = hear(pluck(flat, 2.8));
    // The first chord may come before the tuning is known.
    expectHeard(notes.filter((note) => note.onset > 0.9), played.slice(3));
    for (const note of notes.filter((n) => n.onset > 0.9)) expect(Math.abs(note.cents + 40)).toBeLessThanOrEqual(10);
  });

  it('gives the same notes however the sound is cut', () => {
    const sound = pluck([...chord([60, 64, 67], 0.3, 0.9), ...chord([53, 57, 62, 65], 1, 1.8)], 2.2);
    const whole = hear(sound, sound.length);
    expect(whole.notes.length).toBe(7);
    expect(hear(sound, 128)).toEqual(whole);
    expect(hear(sound, 1777)).toEqual(whole);
  });
});

describe('one voice or several', () => {
  const melody = [60, 64, 67, 72, 71, 67, 65, 62].map((midi, i) => ({ midi, onset: 0.2 + 0.4 * i, offset: 0.58 + 0.4 * i }));

  it.each([
    ['a plucked melody', pluck(melody, 3.8)],
    ['a sung melody with vibrato', sing(melody, 3.8, 60)],
    ['a sung melody in a room, where the notes overlap', inRoom(sing(melody, 3.8, 40), 0.1)],
  ])('calls %s a single voice', (_, sound) => {
    const { polyphony, several } = hear(sound);
    expect(polyphony).toBeLessThan(0.4);
    expect(several).toBe(false);
  });

  it('calls the same melody in thirds two voices', () => {
    const thirds = melody.flatMap((note) => [note, { ...note, midi: note.midi - 4 }]);
    expect(hear(sing(thirds, 3.8, 40)).several).toBe(true);
  });
});

describe('napping while one voice sounds', () => {
  const melody = [60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65].map((midi, i) => ({ midi, onset: 0.2 + 0.5 * i, offset: 0.66 + 0.5 * i }));
  const chords = [[60, 64, 67], [57, 60, 65], [55, 59, 62], [53, 57, 60], [60, 64, 67], [55, 59, 62]].flatMap((midis, i) => chord(midis, 6.5 + 0.8 * i, 7.2 + 0.8 * i));
  const sleptIn = ({ naps }: PolyphonicHearing): number => naps.reduce((sum, { from, to }) => sum + to - from, 0);

  it('listens to no second of a melody', () => {
    expect(sleptIn(hear(pluck(melody, 6.5)))).toBeCloseTo(6.5, 1);
  });

  it('listens to the whole of a short sound and of a sound of chords', () => {
    expect(hear(pluck(melody.slice(0, 3), 1.8)).naps).toEqual([]);
    expect(hear(pluck(chords.map((note) => ({ ...note, onset: note.onset - 6.4, offset: note.offset - 6.4 })), 5)).naps).toEqual([]);
  });

  it('hears every chord that follows a melody', () => {
    const hearing = hear(pluck([...melody, ...chords], 11.6));
    expect(sleptIn(hearing)).toBeGreaterThan(3);
    expect(sleptIn(hearing)).toBeLessThan(6.5);
    expectHeard(hearing.notes.filter((note) => note.onset > 6.3), chords);
  });

  it('naps and wakes at the same moments however the sound is cut', () => {
    const sound = pluck([...melody, ...chords], 11.6);
    const whole = hear(sound, sound.length);
    expect(hear(sound, 100)).toEqual(whole);
    expect(hear(sound, 1777)).toEqual(whole);
  });

  it('remembers no more than it is to, however long it naps', () => {
    const long = pluck(Array.from({ length: 40 }, (_, i) => ({ midi: 60 + (i % 12), onset: 0.5 * i, offset: 0.5 * i + 0.45 })), 20);
    const { naps } = hear(new Float32Array([...long, ...pluck(chord([60, 64, 67], 0.1, 2), 3)]));
    expect(naps[0]!.from).toBe(0);
    expect(naps[0]!.to).toBeGreaterThanOrEqual(20.1 - PARAMETERS.nap.remembered);
  });
});

describe('filling naps with what the other ear heard', () => {
  const event = (midi: number, onset: number, offset: number): NoteEvent => ({ midi, cents: 0, onset, offset, confidence: 1, velocity: 1 });
  const times = (notes: readonly NoteEvent[]): number[][] => notes.map(({ midi, onset, offset }) => [midi, onset, offset]);

  it('takes the melody where it napped and the chords where it did not', () => {
    const notes = [event(60, 3, 4), event(64, 3, 4)];
    const voice = [event(67, 0.5, 1), event(69, 1, 2), event(60, 3, 4)];
    expect(times(fillNaps({ notes, naps: [{ from: 0, to: 2.5 }] }, voice))).toEqual([[67, 0.5, 1], [69, 1, 2], [60, 3, 4], [64, 3, 4]]);
  });

  it('makes one note of one that sounds across a seam', () => {
    const notes = [event(60, 0.5, 1), event(72, 3.02, 4)];
    const voice = [event(60, 0.5, 1.8), event(72, 2, 4.2)];
    expect(times(fillNaps({ notes, naps: [{ from: 1, to: 3 }] }, voice))).toEqual([[60, 0.5, 1.8], [72, 2, 4]]);
  });

  it('cuts off what the polyphonic ear does not hear any more', () => {
    expect(times(fillNaps({ notes: [], naps: [{ from: 0, to: 2 }] }, [event(60, 1, 3)]))).toEqual([[60, 1, 2]]);
  });
});

describe('what is not music', () => {
  it.each([
    ['silence', new Float32Array(2 * RATE)],
    ['faint noise', noise(2, 0.0005)],
    ['loud noise', noise(3, 0.3)],
    ['drums', drums()],
  ])('hears no voices in %s', (_, sound) => {
    const { notes, several } = hear(sound);
    expect(notes).toEqual([]);
    expect(several).toBe(false);
  });
});
