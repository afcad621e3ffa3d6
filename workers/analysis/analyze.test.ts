import { describe, expect, it } from 'vitest';
import { hzOfMidi, midiName } from './values/pitch.ts';
import { seededRandom } from '../../src/core/values/random.ts';
import { analyze } from '../../tests/fixtures/engine.ts';
import { hashBytes, type Analysis } from './analyze.ts';

/** A plucked tone with four partials, for clean melodies. */
function melody(notes: readonly { midi: number; seconds: number }[], sampleRate: number): Float32Array {
  const gap = 0.05;
  const total = notes.reduce((sum, note) => sum + note.seconds + gap, 0.2);
  const sound = new Float32Array(Math.round(total * sampleRate));
  let start = 0.1;
  for (const { midi, seconds } of notes) {
    const from = Math.round(start * sampleRate);
    for (let i = 0; i < seconds * sampleRate; i++) {
      const t = i / sampleRate;
      const envelope = Math.min(1, t / 0.01, (seconds - t) / 0.02) * Math.exp(-t);
      let x = 0;
      for (let partial = 1; partial <= 4; partial++)
        x += Math.sin(2 * Math.PI * partial * hzOfMidi(midi) * t) / partial ** 2;
      sound[from + i] = 0.3 * envelope * x;
    }
    start += seconds + gap;
  }
  return sound;
}

const SCALE = [60, 62, 64, 65, 67, 69, 71, 72].map((midi) => ({ midi, seconds: 0.4 }));

describe('analyze', () => {
  it('names the notes of a clean melody exactly and keeps all eight in the essence', () => {
    const analysis = analyze(melody(SCALE, 44_100), 44_100);
    expect(analysis.notes.map((note) => midiName(note.midi))).toEqual(['C4', 'D4', 'E4', 'F4', 'G4', 'A4', 'B4', 'C5']);
    expect([...analysis.essence].sort()).toEqual(['A4', 'B4', 'C4', 'C5', 'D4', 'E4', 'F4', 'G4']);
    expect(3 + Math.floor(analysis.complexity / 50)).toBe(8);
    for (const [i, note] of analysis.notes.entries()) {
      expect(Math.abs(note.onset - (0.1 + 0.45 * i))).toBeLessThan(0.05);
      expect(Math.abs(note.cents)).toBeLessThan(10);
    }
  });

  it('finds the decays of a recording just above silence, and no hum before a loud one', () => {
    const loud = melody(SCALE.slice(0, 4), 24_000);
    const random = seededRandom('hiss');
    const midiNumbers = ({ notes }: Analysis): number[] => notes.map(({ midi }) => midi);
    const seconds = ({ notes }: Analysis): number => notes.reduce((sum, { onset, offset }) => sum + offset - onset, 0);
    const quiet = loud.map((x) => x * 10 ** (-49 / 20) + 1e-5 * (random() - 0.5));
    expect(midiNumbers(analyze(quiet, 24_000))).toEqual(midiNumbers(analyze(loud, 24_000)));
    expect(seconds(analyze(quiet, 24_000))).toBeGreaterThan(0.9 * seconds(analyze(loud, 24_000)));
    const hum = Float32Array.from(
      { length: 48_000 + loud.length },
      (_, i) => 3e-4 * Math.sin((2 * Math.PI * 150 * i) / 24_000) + (loud[i - 48_000] ?? 0),
    );
    expect(analyze(hum, 24_000).notes[0]!.onset).toBeGreaterThan(2);
  });

  it('does not take a sibilant for a high pitch', () => {
    const rate = 44_100;
    const random = seededRandom('sibilant');
    const hiss = Array.from({ length: 200 }, () => ({ hz: 6500 + 1500 * random(), phase: 2 * Math.PI * random() }));
    const sibilant = Float32Array.from({ length: rate }, (_, i) =>
      hiss.reduce((sum, { hz, phase }) => sum + 0.01 * Math.sin((2 * Math.PI * hz * i) / rate + phase), 0),
    );
    expect(analyze(sibilant, rate).notes).toEqual([]);
  });

  it('reports silence, and fills two notes up with existing overtones', () => {
    expect(analyze(new Float32Array(48_000), 48_000)).toMatchObject({ silent: true, notes: [], essence: [] });
    const { essence } = analyze(melody([{ midi: 57, seconds: 1 }], 44_100), 44_100);
    expect(essence).toEqual(['A3', 'A4', 'E5']);
    const sine = Float32Array.from({ length: 44_100 }, (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / 44_100));
    expect(analyze(sine, 44_100).essence).toEqual(['A4']);
  });
});

describe('hashBytes', () => {
  it('gives 4 to 6 distinct notes sorted by pitch, the same for the same bytes', () => {
    for (let seed = 0; seed < 200; seed++) {
      const bytes = Uint8Array.from({ length: seed * 7 + 1 }, (_, i) => (i * 2_654_435_761 * (seed + 1)) >>> 24);
      const { essence, source, complexity } = hashBytes(bytes);
      expect(source).toBe('byte-hash');
      expect(essence.length).toBe(Math.min(6, Math.max(4, 3 + Math.floor(complexity / 50))));
      expect(new Set(essence).size).toBe(essence.length);
      expect(hashBytes(bytes).essence).toEqual(essence);
    }
  });

  it('refuses no bytes at all', () => {
    expect(() => hashBytes(new Uint8Array(0))).toThrow(new RangeError('There are no bytes to hash.'));
  });

  it('computes its complexity from 50 evenly spaced bytes', () => {
    const sampled = (i: number) => i % 10 === 0;
    const bytes = Uint8Array.from({ length: 500 }, (_, i) => (sampled(i) ? (i % 20) * 10 : 7 * i));
    expect(hashBytes(bytes).complexity).toBe(175);
    expect(hashBytes(bytes.map((byte, i) => (sampled(i) ? byte : 0))).complexity).toBe(175);
  });

  it('depends on every byte: a sound that differs in one has other notes', () => {
    const bytes = Uint8Array.from({ length: 500 }, (_, i) => (i * 91) % 249);
    const notes = hashBytes(bytes).essence.join(' ');
    for (let i = 0; i < bytes.length; i++) {
      const other = bytes.slice();
      other[i]! ^= 1;
      expect(hashBytes(other).essence.join(' '), `byte ${i}`).not.toBe(notes);
    }
  });
});
