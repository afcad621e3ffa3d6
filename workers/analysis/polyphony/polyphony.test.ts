import { describe, expect, it } from 'vitest';
import { hzOfMidi } from '../values/pitch.ts';
import { seededRandom } from '../../../src/core/values/random.ts';
import { expectSameNotes } from '../../../tests/fixtures/bothKernels.ts';
import { harmonicSum } from '../../../tests/fixtures/synthesis.ts';
import { createKernels } from '../dsp/kernels/index.ts';
import type { Kernels } from '../dsp/kernels/kernels.ts';
import { ReferenceKernels } from '../dsp/kernels/reference.ts';
import type { NoteEvent } from '../types.ts';
import { createPolyphonicTranscriber, type PolyphonicTranscription } from './index.ts';
import { mergeSkippedSpans } from './mergeSkippedSpans.ts';
import { PARAMETERS } from './parameters.ts';

const SAMPLE_RATE = 24_000;

interface Played {
  midi: number;
  onset: number;
  offset: number;
  /** Linear. */
  gain?: number;
}

/** A plucked string: partials of amplitude 1/h, with faster decay of the higher ones and a damped end. */
function pluck(notes: readonly Played[], seconds: number): Float32Array {
  const sound = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  for (const { midi, onset, offset, gain = 0.1 } of notes) {
    const f0 = hzOfMidi(midi);
    const first = Math.round(onset * SAMPLE_RATE);
    const envelope: number[] = [];
    for (let i = first; i < sound.length; i++) {
      const damped = Math.min(1, Math.exp(-(i / SAMPLE_RATE - offset) * 40));
      if (damped < 1e-3) break;
      envelope.push(gain * Math.min(1, (i - first) / SAMPLE_RATE / 0.004) * damped);
    }
    for (let h = 1; h <= 12 && h * f0 < 9000; h++) {
      // A partial as a complex number that turns and shrinks with each sample.
      const angle = (2 * Math.PI * h * f0 * Math.sqrt(1 + 2e-4 * h * h)) / SAMPLE_RATE;
      const shrink = Math.exp(-(0.7 + 0.3 * h) / SAMPLE_RATE);
      const [cos, sin] = [shrink * Math.cos(angle), shrink * Math.sin(angle)];
      let [x, y] = [Math.cos(h * h) / h, Math.sin(h * h) / h];
      for (let i = 0; i < envelope.length; i++) {
        sound[first + i]! += envelope[i]! * y;
        [x, y] = [x * cos - y * sin, x * sin + y * cos];
      }
    }
  }
  return sound;
}

/** A held tone with vibrato, such as a voice. */
function sing(notes: readonly Played[], seconds: number, vibratoCents: number): Float32Array {
  const sound = new Float32Array(Math.round(seconds * SAMPLE_RATE));
  const amplitudes = Array.from({ length: 8 }, (_, n) => 0.2 / (n + 1) ** 1.2);
  for (const { midi, onset, offset } of notes) {
    let phase = 0;
    for (let i = Math.round(onset * SAMPLE_RATE); i < Math.min(sound.length, offset * SAMPLE_RATE); i++) {
      const t = i / SAMPLE_RATE - onset;
      phase += (2 * Math.PI * hzOfMidi(midi + (vibratoCents / 100) * Math.sin(2 * Math.PI * 5.5 * t))) / SAMPLE_RATE;
      const envelope = Math.min(1, t / 0.04, (offset - i / SAMPLE_RATE) / 0.04);
      sound[i]! += envelope * harmonicSum(amplitudes, phase);
    }
  }
  return sound;
}

/** Reverberation as a sum of exponentially decaying echoes, at `share` of the level of the sound. */
function inRoom(sound: Float32Array, share: number): Float32Array {
  const random = seededRandom('room');
  const out = Float32Array.from(sound);
  // A few dozen echoes: cheap, and long enough for notes to overlap.
  for (let echo = 0; echo < 60; echo++) {
    const delay = Math.round((0.02 + 0.7 * random()) * SAMPLE_RATE);
    const gain = share * Math.exp((-4 * delay) / SAMPLE_RATE) * (random() < 0.5 ? -1 : 1);
    for (let i = delay; i < out.length; i++) out[i]! += gain * sound[i - delay]!;
  }
  return out;
}

function noise(seconds: number, gain: number): Float32Array {
  const random = seededRandom('noise');
  return Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, () => gain * (2 * random() - 1));
}

function drums(): Float32Array {
  const random = seededRandom('drums');
  const sound = new Float32Array(4 * SAMPLE_RATE);
  for (let beat = 0; beat < 12; beat++) {
    const from = Math.round((0.2 + 0.3 * beat) * SAMPLE_RATE);
    for (let i = 0; i < 0.25 * SAMPLE_RATE && from + i < sound.length; i++) {
      const t = i / SAMPLE_RATE;
      const kick =
        beat % 4 === 0 ? Math.sin(2 * Math.PI * (50 * t + 3 * (1 - Math.exp(-t * 30)))) * Math.exp(-t * 18) : 0;
      sound[from + i]! += 0.6 * kick + 0.3 * (2 * random() - 1) * Math.exp(-t * (beat % 2 === 0 ? 60 : 22));
    }
  }
  return sound;
}

interface Transcribed extends PolyphonicTranscription {
  polyphony: number;
  isPolyphonic: boolean;
}

/** Transcription in blocks, by the kernels in WebAssembly. */
const transcribe = (sound: Float32Array, block = 2048): Transcribed => transcribeWith(createKernels(), sound, block);

/** The same; those in TypeScript must give it, too. */
function transcribeWithBoth(sound: Float32Array): Transcribed {
  const transcribed = transcribe(sound);
  const reference = transcribeWith(new ReferenceKernels(), sound, 2048);
  expectSameNotes(transcribed.notes, reference.notes);
  expect(transcribed).toMatchObject({ skipped: reference.skipped, isPolyphonic: reference.isPolyphonic });
  return transcribed;
}

function transcribeWith(kernels: Kernels, sound: Float32Array, block: number): Transcribed {
  const transcriber = createPolyphonicTranscriber(SAMPLE_RATE, kernels);
  for (let at = 0; at < sound.length; at += block) transcriber.push(sound.subarray(at, at + block));
  const transcription = transcriber.finish();
  const polyphony = transcriber.polyphonyIn(0, sound.length / SAMPLE_RATE) ?? 0;
  return { ...transcription, polyphony, isPolyphonic: polyphony >= PARAMETERS.texture.polyphonicFrom };
}

/** Expects each played note exactly once, its onset within 50 ms, and no other note. */
function expectNotes(notes: readonly NoteEvent[], played: readonly Played[]): void {
  const sortedMidi = (list: readonly { midi: number; onset: number }[]) =>
    list.map((n) => n.midi).sort((a, b) => a - b);
  expect(sortedMidi(notes)).toEqual(sortedMidi(played));
  for (const note of played) {
    const nearest = Math.min(...notes.filter((n) => n.midi === note.midi).map((n) => Math.abs(n.onset - note.onset)));
    expect(nearest).toBeLessThanOrEqual(0.05);
  }
}

const chord = (midis: readonly number[], onset: number, offset: number): Played[] =>
  midis.map((midi) => ({ midi, onset, offset }));

describe('the polyphonic transcriber', () => {
  it.each([
    ['a third', [60, 64]],
    ['a fifth', [57, 64]],
    ['a major triad', [60, 64, 67]],
    ['a minor triad in first inversion', [55, 59, 64]],
    ['a seventh chord', [55, 59, 62, 65]],
    ['an octave doubling', [48, 60, 64, 67]],
    ['a low bass under a triad', [41, 60, 65, 68]],
  ])('transcribes %s', (_, midis) => {
    const played = chord(midis, 0.3, 1.4);
    const { notes, isPolyphonic } = transcribeWithBoth(pluck(played, 1.9));
    expectNotes(notes, played);
    expect(isPolyphonic).toBe(true);
  });

  it('transcribes a repeated chord', () => {
    const played = [
      ...chord([60, 64, 67], 0.3, 0.85),
      ...chord([60, 64, 67], 0.9, 1.5),
      ...chord([60, 64, 67], 1.5, 2),
    ];
    expectNotes(transcribe(pluck(played, 2.4)).notes, played);
  });

  it.each([
    ['strings that die away', pluck(chord([60, 64, 67], 0.3, 2.1), 2.6), 2.1],
    ['voices', sing(chord([60, 64, 67], 0.3, 1), 1.5, 0), 1],
  ])('ends the notes of %s at their release', (_, sound, offset) => {
    for (const note of transcribe(sound).notes) expect(Math.abs(note.offset - offset)).toBeLessThanOrEqual(0.06);
  });

  it('transcribes a melody over a held bass', () => {
    const played = [
      { midi: 43, onset: 0.3, offset: 2.5 },
      { midi: 74, onset: 0.3, offset: 0.8 },
      { midi: 76, onset: 0.85, offset: 1.35 },
      { midi: 78, onset: 1.4, offset: 1.9 },
      { midi: 79, onset: 1.95, offset: 2.5 },
    ];
    expectNotes(transcribe(pluck(played, 2.9)).notes, played);
  });

  it('names the notes of a detuned instrument relative to its own tuning', () => {
    const played = [
      ...chord([57, 60, 64], 0.3, 0.9),
      ...chord([55, 59, 62], 1, 1.6),
      ...chord([53, 57, 60, 65], 1.7, 2.4),
    ];
    const flat = played.map((note) => ({ ...note, midi: note.midi - 0.4 }));
    const { notes } = transcribe(pluck(flat, 2.8));
    // The first chord may come before the tuning is measured.
    expectNotes(
      notes.filter((note) => note.onset > 0.9),
      played.slice(3),
    );
    for (const note of notes.filter((n) => n.onset > 0.9)) expect(Math.abs(note.cents + 40)).toBeLessThanOrEqual(10);
  });

  it('measures the deviation of each note of a chord from its semitone, finer than the steps of the templates', () => {
    const cents = [0, 13, -7, 4, -13, 7, -4, 11];
    const played = [...chord([48, 55, 64], 0.3, 1.1), ...chord([53, 57, 60], 1.2, 2), ...chord([62, 71], 2.1, 2.9)];
    const detuned = played.map((note, i) => ({ ...note, midi: note.midi + cents[i]! / 100 }));
    const { notes } = transcribe(pluck(detuned, 3.1));
    expectNotes(notes, played);
    for (const [i, note] of notes.entries())
      expect([note.midi, Math.abs(note.cents - cents[i]!) < 4]).toEqual([note.midi, true]);
  });

  it('measures the loudness of each note, up to full scale', () => {
    const gains = [0.4, 0.2, 0.1];
    const played = [48, 55, 64].map((midi, i) => ({ midi, onset: 0.3, offset: 1.3, gain: gains[i]! }));
    const { notes } = transcribe(pluck(played, 1.5));
    expectNotes(notes, played);
    const alone = transcribe(pluck([played[0]!], 1.5)).notes[0]!;
    const [first, ...softer] = notes.map(({ velocity }) => velocity);
    expect(alone.velocity).toBeLessThan(0.95);
    expect(Math.abs(first! - alone.velocity)).toBeLessThan(0.05);
    for (const [i, velocity] of softer.entries()) expect(velocity).toBeLessThan(notes[i]!.velocity - 0.03);
  });

  it('gives the same notes for any block size', () => {
    const sound = pluck([...chord([60, 64, 67], 0.3, 0.9), ...chord([53, 57, 62, 65], 1, 1.8)], 2.2);
    const whole = transcribe(sound, sound.length);
    expect(whole.notes.length).toBe(7);
    expect(transcribe(sound, 128)).toEqual(whole);
    expect(transcribe(sound, 1777)).toEqual(whole);
  });
});

describe('the texture meter', () => {
  const melody = [60, 64, 67, 72, 71, 67, 65, 62].map((midi, i) => ({
    midi,
    onset: 0.2 + 0.4 * i,
    offset: 0.58 + 0.4 * i,
  }));

  it.each([
    ['a plucked melody', pluck(melody, 3.8)],
    ['a sung melody with vibrato', sing(melody, 3.8, 60)],
    ['a sung melody in a room, where the notes overlap', inRoom(sing(melody, 3.8, 40), 0.1)],
  ])('calls %s a single voice', (_, sound) => {
    const { polyphony, isPolyphonic } = transcribe(sound);
    expect(polyphony).toBeLessThan(0.4);
    expect(isPolyphonic).toBe(false);
  });

  it('calls a dense choir several voices, although its spectra look like noise at first', () => {
    const random = seededRandom('a choir');
    const sound = new Float32Array(5 * SAMPLE_RATE).map(() => 0.02 * (2 * random() - 1));
    const amplitudes = Array.from({ length: 10 }, (_, n) => 0.02 / (n + 1));
    for (const midi of [48, 52, 55, 60, 64, 67]) {
      for (let singer = 0; singer < 4; singer++) {
        const f0 = hzOfMidi(midi + 0.3 * (2 * random() - 1));
        const rate = 4.8 + 1.4 * random();
        let phase = 2 * Math.PI * random();
        for (let i = 0; i < sound.length; i++) {
          phase +=
            (2 * Math.PI * f0 * 2 ** ((0.4 / 12) * Math.sin((2 * Math.PI * rate * i) / SAMPLE_RATE + singer))) /
            SAMPLE_RATE;
          sound[i]! += harmonicSum(amplitudes, phase);
        }
      }
    }
    expect(transcribe(sound).isPolyphonic).toBe(true);
  });

  it('calls the same melody in thirds two voices', () => {
    const thirds = melody.flatMap((note) => [note, { ...note, midi: note.midi - 4 }]);
    const { notes, isPolyphonic } = transcribe(sing(thirds, 3.8, 40));
    expect(isPolyphonic).toBe(true);
    // The long window blurs so wide a vibrato: it may hide a note, but its swings add none.
    const isPlayed = (note: NoteEvent): boolean =>
      thirds.some(({ midi, onset }) => midi === note.midi && Math.abs(onset - note.onset) <= 0.05);
    expect(notes.filter(isPlayed).length).toBeGreaterThanOrEqual(12);
    expect(notes.filter((note) => !isPlayed(note)).length).toBeLessThanOrEqual(2);
  });
});

describe('the monitor of spans with one voice', () => {
  const melody = [60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65].map((midi, i) => ({
    midi,
    onset: 0.2 + 0.5 * i,
    offset: 0.66 + 0.5 * i,
  }));
  const chords = [
    [60, 64, 67],
    [57, 60, 65],
    [55, 59, 62],
    [53, 57, 60],
    [60, 64, 67],
    [55, 59, 62],
  ].flatMap((midis, i) => chord(midis, 6.5 + 0.8 * i, 7.2 + 0.8 * i));
  /** Twelve notes of one voice, then six chords. */
  const both = pluck([...melody, ...chords], 11.6);
  const transcribedBoth = transcribeWithBoth(both);
  const skippedSeconds = ({ skipped }: PolyphonicTranscription): number =>
    skipped.reduce((sum, { from, to }) => sum + to - from, 0);

  it('skips the whole of a melody', () => {
    expect(skippedSeconds(transcribe(pluck(melody, 6.5)))).toBeCloseTo(6.5, 1);
  });

  it('skips nothing of a short sound or of a sound of chords', () => {
    expect(transcribe(pluck(melody.slice(0, 3), 1.8)).skipped).toEqual([]);
    expect(
      transcribe(
        pluck(
          chords.map((note) => ({ ...note, onset: note.onset - 6.4, offset: note.offset - 6.4 })),
          5,
        ),
      ).skipped,
    ).toEqual([]);
  });

  it('transcribes every chord that follows a melody', () => {
    expect(skippedSeconds(transcribedBoth)).toBeGreaterThan(3);
    expect(skippedSeconds(transcribedBoth)).toBeLessThan(6.5);
    expectNotes(
      transcribedBoth.notes.filter((note) => note.onset > 6.3),
      chords,
    );
  });

  it('returns to one voice 20 s after a minute of chords', () => {
    const repeatSound = (sound: Float32Array, seconds: number, times: number): Float32Array[] =>
      Array.from({ length: times }, () => sound.subarray(0, seconds * SAMPLE_RATE));
    const chordsAlone = chords.map((note) => ({ ...note, onset: note.onset - 6.4, offset: note.offset - 6.4 }));
    const transcriber = createPolyphonicTranscriber(SAMPLE_RATE, createKernels());
    for (const part of repeatSound(pluck(chordsAlone, 5), 5, 12)) transcriber.push(part);
    for (const part of repeatSound(pluck(melody, 6.2), 6, 5)) transcriber.push(part);
    const last = transcriber.finish().skipped.at(-1);
    expect(last?.from).toBeLessThan(60 + 25);
    expect(last?.to).toBeCloseTo(90, 1);
  });

  it('returns the polyphony of each stretch: of a melody, of the chords after it, and null for silence', () => {
    const transcriber = createPolyphonicTranscriber(SAMPLE_RATE, createKernels());
    transcriber.push(both);
    transcriber.push(new Float32Array(3 * SAMPLE_RATE));
    transcriber.finish();
    expect(transcriber.polyphonyIn(1, 2.5)).toBeLessThan(0.4);
    expect(transcriber.polyphonyIn(4, 5.5)).toBeLessThan(0.4);
    for (const from of [7, 9]) expect(transcriber.polyphonyIn(from, from + 1.5)).toBeGreaterThan(0.5);
    expect(transcriber.polyphonyIn(13, 14.5)).toBeNull();
  });

  it('skips the same spans for any block size', () => {
    for (const block of [100, 1777, both.length]) expect(transcribe(both, block)).toEqual(transcribedBoth);
  });

  it.each([
    [0.7, [97, 333]],
    [1.13, [128, 512]],
    [1.9, [97, 333]],
    [2.41, [128, 512]],
  ])('returns to one voice after chords of %d s, in blocks of any size', (chordEnd, blocks) => {
    const after = melody.map((note) => ({ ...note, onset: note.onset + chordEnd, offset: note.offset + chordEnd }));
    const sound = pluck([...chord([60, 64, 67], 0.1, chordEnd), ...after], chordEnd + 6.5);
    const whole = transcribe(sound, sound.length);
    for (const block of blocks) expect(transcribe(sound, block)).toEqual(whole);
  });

  it('buffers a limited time, however long one voice sounds', () => {
    const long = pluck(
      Array.from({ length: 20 }, (_, i) => ({ midi: 60 + (i % 12), onset: 0.5 * i, offset: 0.5 * i + 0.45 })),
      10,
    );
    const { skipped } = transcribe(new Float32Array([...long, ...pluck(chord([60, 64, 67], 0.1, 2), 3)]));
    expect(skipped[0]!.from).toBe(0);
    expect(skipped[0]!.to).toBeGreaterThanOrEqual(10.1 - PARAMETERS.monitor.buffered);
  });
});

describe('merging the skipped spans with the monophonic transcription', () => {
  const event = (midi: number, onset: number, offset: number): NoteEvent => ({
    midi,
    cents: 0,
    onset,
    offset,
    confidence: 1,
    velocity: 1,
  });
  const times = (notes: readonly NoteEvent[]): number[][] =>
    notes.map(({ midi, onset, offset }) => [midi, onset, offset]);

  it('takes the melody in a skipped span and the chords elsewhere', () => {
    const notes = [event(60, 3, 4), event(64, 3, 4)];
    const monophonic = [event(67, 0.5, 1), event(69, 1, 2), event(60, 3, 4)];
    expect(times(mergeSkippedSpans({ notes, skipped: [{ from: 0, to: 2.5 }] }, monophonic))).toEqual([
      [67, 0.5, 1],
      [69, 1, 2],
      [60, 3, 4],
      [64, 3, 4],
    ]);
  });

  it('keeps a note whole that sounds across the edge of a span', () => {
    const notes = [event(60, 0.5, 1), event(72, 3.02, 4)];
    const monophonic = [event(60, 0.5, 1.8), event(72, 2, 4.2)];
    expect(times(mergeSkippedSpans({ notes, skipped: [{ from: 1, to: 3 }] }, monophonic))).toEqual([
      [60, 0.5, 1.8],
      [72, 2, 4],
    ]);
  });

  it('ends a note with the span if the polyphonic transcription does not have it', () => {
    expect(times(mergeSkippedSpans({ notes: [], skipped: [{ from: 0, to: 2 }] }, [event(60, 1, 3)]))).toEqual([
      [60, 1, 2],
    ]);
  });
});

describe('sounds without notes', () => {
  it.each([
    ['silence', new Float32Array(2 * SAMPLE_RATE)],
    ['faint noise', noise(2, 0.0005)],
    ['loud noise', noise(3, 0.3)],
    ['drums', drums()],
  ])('transcribes no notes from %s', (_, sound) => {
    const { notes, isPolyphonic } = transcribe(sound);
    expect(notes).toEqual([]);
    expect(isPolyphonic).toBe(false);
  });
});
