import { randomBetween, seededRandom, type Random } from '#core/values/random.ts';
import { StreamAnalyzer } from '#analysis/analyzer.ts';
import { createKernels } from '#analysis/dsp/kernels/index.ts';
import { assembleNotes } from '#analysis/assembleNotes.ts';
import { densityOf } from '#analysis/polyphony/notes/density.ts';
import type { NoteEvent } from '#analysis/types.ts';
import { FEATURE_COUNT, featuresOf } from '#analysis/texture/textureFeatures.ts';
import { DENSE } from '#analysis/texture/parameters.ts';
import { SEVERAL_VOICES } from '#analysis/texture/textureClassifier.weights.ts';
import { matchNotes } from '#bench/accuracy/metrics.ts';
import { sampledMelody, sungMelody, synthesisedMelody } from './melodies.ts';
import { drums, talk } from './noises.ts';
import {
  amid,
  damage,
  excerpt,
  randomTimbres,
  SAMPLE_RATE,
  sampledChords,
  SOUND_S,
  synthesisedChords,
  type LabelledSound,
  type Studio,
} from './sounds.ts';
import type { Trainer } from './trainer.ts';

/** Two results are as good as one another where their note F1 differs by less. */
const MAX_TIED_F1_DIFFERENCE = 0.05;
/** Length of the shortest sound, s. */
const MIN_SOUND_S = 1;

const f1 = (tones: LabelledSound['tones'], notes: readonly NoteEvent[]): number =>
  tones.length + notes.length === 0
    ? 1
    : (2 *
        matchNotes(
          tones,
          notes.map((note) => ({ ...note, midi: note.midi + note.cents / 100 })),
        )) /
      (tones.length + notes.length);

/** A sound, and whether it has several voices by its making; null without notes. */
type Made = LabelledSound & { several: boolean | null };

const withoutNotes = (pcm: Float32Array): Made => ({ pcm, sampleRate: SAMPLE_RATE, tones: [], several: null });

function melody(studio: Studio, random: Random): Made {
  const what = random();
  const sound =
    what < 0.35 ? synthesisedMelody(random) : what < 0.65 ? sungMelody(random) : sampledMelody(studio, random);
  return { ...sound, several: false };
}

function chords(studio: Studio, random: Random): Made {
  const what = random();
  const sound =
    what < 0.25 ? synthesisedChords(random) : what < 0.4 ? randomTimbres(random) : sampledChords(studio, random);
  return { ...sound, several: true };
}

/** The sound `decibels` above drums or talk. */
function inCompany(sound: Made, decibels: number, studio: Studio, random: Random): Made {
  return { ...sound, ...amid(sound, random() < 0.5 ? drums(studio, random) : talk(random), decibels) };
}

/** The kinds of sound, which take turns; hiss comes as damage. */
const SOUND_MAKERS: readonly ((studio: Studio, random: Random) => Made)[] = [
  (_, random) => withoutNotes(talk(random)),
  (studio, random) => withoutNotes(drums(studio, random)),
  melody,
  melody,
  chords,
  (studio, random) =>
    inCompany((random() < 0.7 ? melody : chords)(studio, random), randomBetween(0, 20, random), studio, random),
  (studio, random) => inCompany(melody(studio, random), randomBetween(-4, 12, random), studio, random),
];

/**
 * Classifies a second as one voice or several, that is, by the transcriber with the better notes. The weights in use
 * are of commit 7e42f3ea.
 */
export const seconds: Trainer = {
  module: 'workers/analysis/texture/textureClassifier.weights.ts',
  name: 'SEVERAL_VOICES',
  inUse: SEVERAL_VOICES,
  inputs: FEATURE_COUNT,
  hidden: 16,
  sounds: 1700,
  epochs: 30,
  apart: 5,
  keptWrong: 1,
  hear(i, studio) {
    const random = seededRandom(`seconds ${i}`);
    const { several: made, ...whole } = SOUND_MAKERS[i % SOUND_MAKERS.length]!(studio, random);
    const seconds = random() < 0.3 ? SOUND_S : MIN_SOUND_S * (SOUND_S / MIN_SOUND_S) ** random();
    const { pcm, sampleRate, tones } = excerpt(damage(whole, random), seconds, random);
    const analyzer = new StreamAnalyzer(sampleRate, createKernels());
    analyzer.push(pcm);
    const found = analyzer.transcribe();
    const stretches = featuresOf(found);
    const dense = densityOf(found.polyphonic.chords).density >= DENSE.from ? 1 : -1;
    const f1As = (several: number): number =>
      f1(
        tones,
        assembleNotes(
          found,
          stretches.map(() => ({ several, dense })),
        ).notes,
      );
    const [one, many] = [f1As(-1), f1As(1)];
    const isSeveral = Math.abs(one - many) >= MAX_TIED_F1_DIFFERENCE ? many > one : made;
    // Talk, cries and drums are one voice: where neither transcriber can be right, the simpler one is.
    const isRight = tones.length === 0 ? false : isSeveral;
    const candidates = stretches.filter(({ isTelling }) => isTelling).map(({ values }) => ({ values, isRight }));
    return { candidates, labels: isRight === true ? candidates.length : 0 };
  },
};
