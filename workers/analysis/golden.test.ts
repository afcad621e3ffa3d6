import { describe, expect, it } from 'vitest';
import { midiName } from './values/pitch.ts';
import { seededRandom } from '../../src/core/values/random.ts';
import { analyzeWithBoth } from '../../tests/fixtures/bothKernels.ts';
import { analyze } from '../../tests/fixtures/engine.ts';
import { speech, SPEAKERS } from '../../tests/fixtures/speech.ts';
import { drums, noise, render, sequence, withNoise, type Tone, type Voice } from '../../tests/fixtures/synthesis.ts';
import { createAnalyzer, type Analysis } from './analyze.ts';

/** Tolerances: names exactly right, onsets within 50 ms, deviations within 15 cents. */
const ONSET_SECONDS = 0.05;
const TOLERANCE_CENTS = 15;
const SAMPLE_RATE = 44_100;

const names = (analysis: Analysis): string[] => analysis.notes.map((note) => midiName(note.midi));
const namesOf = (tones: readonly Tone[]): string[] => tones.map((tone) => midiName(tone.midi));
const lengthOf = (tones: readonly Tone[]): number => Math.max(...tones.map((tone) => tone.offset)) + 0.3;
const hear = (voice: Voice, tones: readonly Tone[], rate = SAMPLE_RATE): Analysis =>
  analyze(render(voice, tones, lengthOf(tones), rate), rate);

function expectOnsets(analysis: Analysis, tones: readonly Tone[]): void {
  for (const [i, tone] of tones.entries())
    expect(Math.abs(analysis.notes[i]!.onset - tone.onset)).toBeLessThan(ONSET_SECONDS);
}

describe('single notes', () => {
  it.each(['sine', 'saw', 'pluck'] as const)('names every note from C1 to B7 as a %s', (voice) => {
    for (let octave = 1; octave <= 7; octave++) {
      // The circle of fifths keeps successive notes apart.
      const tones = sequence(
        [0, 7, 2, 9, 4, 11, 6, 1, 8, 3, 10, 5].map((step) => 12 * (octave + 1) + step),
        0.3,
        0.1,
      );
      const analysis = hear(voice, tones);
      expect(names(analysis)).toEqual(namesOf(tones));
      expectOnsets(analysis, tones);
      for (const note of analysis.notes) expect(Math.abs(note.cents)).toBeLessThan(TOLERANCE_CENTS);
    }
  });

  it('names the lowest key of a piano, whose hammer leaves little of the seventh partial', () => {
    const levels = [0, 0.1, 2.3, 1.25, 1, 1, 0.26, 0.1, 0.1, 0.2, 0.1, 0.3, 0.5, 0.4, 0.4];
    const key = Float32Array.from({ length: 2 * SAMPLE_RATE }, (_, i) => {
      const time = i / SAMPLE_RATE - 0.1;
      const partial = (level: number, n: number): number => level * Math.sin(2 * Math.PI * 27.5 * (n + 1) * time + n);
      return time < 0 ? 0 : 0.05 * Math.exp(-time) * levels.reduce((sum, level, n) => sum + partial(level, n), 0);
    });
    expect(names(analyze(key, SAMPLE_RATE))).toEqual(['A0']);
  });

  it('follows a vibrato of 60 cents', () => {
    const tones = sequence([57, 64, 60], 0.9, 0.1).map((tone) => ({ ...tone, vibrato: 60 }));
    expect(names(hear('sung', tones))).toEqual(namesOf(tones));
  });

  it('finds the start and the end of a glissando', () => {
    const tones: Tone[] = [
      { midi: 57, onset: 0.2, offset: 0.8 },
      { midi: 69, onset: 0.8, offset: 1.8, from: 57, slide: 0.4 },
    ];
    const heard = names(hear('reed', tones));
    expect(heard[0]).toBe('A3');
    expect(heard.at(-1)).toBe('A4');
  });

  it.each(['pluck', 'flute', 'sung'] as const)('counts repeated notes of one pitch: %s', (voice) => {
    const tones = sequence([62, 62, 62, 62, 62], 0.35, 0.05);
    const analysis = hear(voice, tones);
    expect(names(analysis)).toEqual(namesOf(tones));
    expectOnsets(analysis, tones);
  });

  it('names the notes of a singer 40 cents flat by the sung scale', () => {
    const tones = sequence([60, 62, 64, 65, 67, 69, 71, 72], 0.4, 0.05).map((tone) => ({
      ...tone,
      midi: tone.midi - 0.4,
    }));
    const analysis = hear('sung', tones);
    expect(names(analysis)).toEqual(['C4', 'D4', 'E4', 'F4', 'G4', 'A4', 'B4', 'C5']);
    expect(Math.abs(analysis.tuning.cents + 40)).toBeLessThan(5);
  });
});

describe('several notes at once', () => {
  it('finds a third and a triad', () => {
    const chord = (midis: readonly number[], onset: number): Tone[] =>
      midis.map((midi) => ({ midi, onset, offset: onset + 0.9 }));
    const tones = [...chord([60, 64], 0.2), ...chord([57, 60, 64], 1.2), ...chord([55, 59, 62], 2.2)];
    expect(names(hear('pluck', tones)).sort()).toEqual(namesOf(tones).sort());
  });

  it.each(['pluck', 'saw'] as const)(
    'finds eight major and minor triads of a %s, whose common subharmonics are deep',
    (voice) => {
      const roots = [
        [48, 4],
        [50, 3],
        [52, 3],
        [53, 4],
        [55, 4],
        [57, 3],
        [47, 3],
        [48, 4],
      ] as const;
      const tones = roots.flatMap(([root, third], i) =>
        [root, root + third, root + 7].map((midi): Tone => ({ midi, onset: 0.2 + i, offset: 1.1 + i })),
      );
      const found = new Set(names(hear(voice, tones)));
      expect([...found].sort()).toEqual([...new Set(namesOf(tones))].sort());
    },
  );

  it('shows the notes of a chord while it sounds, and no subharmonic of theirs', () => {
    const tones = [48, 52, 55].flatMap((midi): Tone[] => [
      { midi, onset: 0.2, offset: 1.1 },
      { midi: midi + 5, onset: 1.2, offset: 2.4 },
    ]);
    const sound = render('pluck', tones, 2.4, SAMPLE_RATE);
    const analyzer = createAnalyzer(SAMPLE_RATE);
    const pitches = new Set<number>();
    for (let at = 0; at < 2 * SAMPLE_RATE; at += SAMPLE_RATE / 50) {
      analyzer.push(sound.subarray(at, at + SAMPLE_RATE / 50));
      const { time, pitch } = analyzer.live();
      if (time > 0.8 && pitch !== null) pitches.add(Math.round(pitch.midi));
    }
    expect(analyzer.live().notes.map(({ midi }) => midi)).toEqual([48, 52, 55, 53, 57, 60]);
    expect(pitches.size).toBeGreaterThan(0);
    for (const midi of pitches) expect(tones.map((tone) => tone.midi)).toContain(midi);
    expect([...analyzer.live().essence].sort()).toEqual(['A3', 'C3', 'C4', 'E3', 'F3', 'G3']);
  });

  it.each(['pluck', 'flute'] satisfies Voice[])(
    'shows the notes of one major chord, and not the pitch two octaves below it (%s)',
    (voice) => {
      for (const root of [45, 48]) {
        const chord = [root, root + 4, root + 7];
        const { notes } = hear(
          voice,
          chord.map((midi) => ({ midi, onset: 0.1, offset: 1.6 })),
        );
        expect(notes.map(({ midi }) => midi).sort()).toEqual(chord);
      }
    },
  );

  it('finds strummed chords in noise, and not their bass alone', () => {
    const chords = [
      [48, 60, 64, 67, 72],
      [45, 57, 60, 64, 69],
      [41, 53, 57, 60, 65],
      [43, 55, 59, 62, 67],
    ];
    const strums = Array.from({ length: 16 }, (_, i) =>
      chords[i >> 2]!.map((midi): Tone => ({ midi, onset: 0.1 + 0.5 * i, offset: 0.55 + 0.5 * i })),
    ).flat();
    const noisy = withNoise(render('pluck', strums, 8.5, SAMPLE_RATE), 'pink', 10, seededRandom('strums'));
    const heard = new Set(analyze(noisy, SAMPLE_RATE).notes.map(({ midi }) => midi));
    const played = new Set(chords.flat());
    expect([...played].filter((midi) => !heard.has(midi)).length).toBeLessThanOrEqual(1);
    expect([...heard].filter((midi) => !played.has(midi)).length).toBeLessThanOrEqual(1);
  });

  it('reports the tuning of a choir 30 cents sharp', () => {
    const chord = (midis: readonly number[], onset: number): Tone[] =>
      midis.map((midi) => ({ midi: midi + 0.3, onset, offset: onset + 0.9 }));
    const analysis = hear('pluck', [
      ...chord([60, 64, 67], 0.2),
      ...chord([57, 60, 64], 1.2),
      ...chord([55, 59, 62], 2.2),
    ]);
    expect(Math.abs(analysis.tuning.cents - 30)).toBeLessThan(15);
    expect(analysis.tuning.confidence).toBeGreaterThan(0.5);
  });
});

describe('bad conditions', () => {
  const tones = sequence([60, 67, 64, 72, 69, 62], 0.5, 0.1);

  it('names every note in noise at 5 dB', () => {
    const sound = withNoise(
      render('reed', tones, lengthOf(tones), SAMPLE_RATE),
      'pink',
      5,
      seededRandom('golden noise'),
    );
    const analysis = analyze(sound, SAMPLE_RATE);
    expect(names(analysis)).toEqual(namesOf(tones));
    expect([...analysis.essence].sort()).toEqual(namesOf(tones).sort());
  });

  it.each([8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000, 37_800.5])(
    'finds the same notes at %d Hz',
    (rate) => {
      expect(names(hear('pluck', tones, rate))).toEqual(namesOf(tones));
    },
  );

  it('finds the notes of recordings with DC, clipping or a low level', () => {
    const sound = render('sung', tones, lengthOf(tones), SAMPLE_RATE);
    expect(
      names(
        analyze(
          sound.map((x) => x + 0.3),
          SAMPLE_RATE,
        ),
      ),
    ).toEqual(namesOf(tones));
    expect(
      names(
        analyze(
          sound.map((x) => Math.max(-0.1, Math.min(0.1, x))),
          SAMPLE_RATE,
        ),
      ),
    ).toEqual(namesOf(tones));
    expect(
      names(
        analyze(
          sound.map((x) => 0.01 * x),
          SAMPLE_RATE,
        ),
      ),
    ).toEqual(namesOf(tones));
  });

  it('finds no note in silence, noise and drums', () => {
    const random = seededRandom('golden nothing');
    expect(analyze(noise(2 * SAMPLE_RATE, 'white', 1e-8, random), SAMPLE_RATE)).toMatchObject({
      silent: true,
      notes: [],
      essence: [],
    });
    for (const colour of ['white', 'pink'] as const) {
      expect(analyze(noise(5 * SAMPLE_RATE, colour, 0.01, random), SAMPLE_RATE)).toMatchObject({
        source: 'resonance',
        silent: false,
        notes: [],
      });
    }
    expect(analyze(drums(5, SAMPLE_RATE, random), SAMPLE_RATE).notes).toEqual([]);
  });
});

describe('the kernels in TypeScript and in WebAssembly find the same notes', () => {
  const chords = [
    [48, 52, 55],
    [50, 57, 62, 65],
  ].flatMap((midis, i) => midis.map((midi): Tone => ({ midi, onset: 0.2 + i, offset: 1.1 + i })));

  it.each<[string, number, (rate: number) => Float32Array]>([
    [
      'the lowest and the highest notes',
      44_100,
      (rate) => render('saw', sequence([24, 31, 107, 98], 0.3, 0.1), 2, rate),
    ],
    ['chords', 48_000, (rate) => render('pluck', chords, 2.5, rate)],
    [
      'a tune in noise, with a vibrato',
      8000,
      (rate) => {
        const tones = sequence([60, 67, 67, 64, 72], 0.4, 0.05).map((tone) => ({ ...tone, vibrato: 50 }));
        return withNoise(render('sung', tones, 2.7, rate), 'pink', 5, seededRandom('kernels in noise'));
      },
    ],
    ['talk', 37_800.5, (rate) => speech(3, rate, SPEAKERS.woman, seededRandom('kernels in talk'))],
  ])('in %s', (_, rate, make) => {
    expect(analyzeWithBoth(make(rate), rate).notes.length).toBeGreaterThan(3);
  });
});
