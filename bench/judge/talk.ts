import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { between, pick, type Random } from '../../src/core/values/random.ts';
import { speech } from '../../tests/fixtures/speech.ts';
import { readPcm } from '../../workers/ear/pcm/index.ts';
import { runFestival } from '../accuracy/festival.ts';
import type { LabelledSound } from './sounds.ts';

/** People who talk, by the tests' own synthesis and by festival. Times in s, pitches in Hz. */

const RATE = 44_100;

/** One talker, or several at once. */
export function talk(
  seconds: number,
  random: Random,
  people = random() < 0.8 ? 1 : 2 + Math.floor(3 * random()),
): Float32Array {
  const sound = new Float32Array(Math.round(seconds * RATE));
  for (let i = 0; i < people; i++) {
    const speaker = {
      pitch: 80 * 4 ** random(),
      liveliness: between(0.8, 5, random),
      rate: between(2, 7, random),
    };
    const one = speech(seconds, RATE, speaker, random);
    for (let k = 0; k < sound.length; k++) sound[k]! += one[k] ?? 0;
  }
  return sound;
}

const WORDS =
  'the people of this town came to the market early in the morning because nobody knew how long it would rain and what was left of the bread would be sold before noon seven hundred and forty two letters were read aloud by a woman who had never been there'.split(
    ' ',
  );

/** Sentences that festival reads, at another pitch and pace. */
export function readAloud(folder: string, random: Random): LabelledSound {
  const sentence = Array.from({ length: 24 }, () => pick(WORDS, random)).join(' ');
  const path = (file: string): string => join(folder, file);
  writeFileSync(
    path('talk.scm'),
    `(voice_kal_diphone)
(Parameter.set 'Duration_Stretch ${between(0.75, 1.7, random).toFixed(2)})
(set! int_lr_params '((target_f0_mean ${between(75, 240, random).toFixed(0)}) (target_f0_std ${between(6, 40, random).toFixed(0)}) (model_f0_mean 170) (model_f0_std 34)))
(set! utt (Utterance Text "${sentence}."))
(utt.synth utt)
(utt.save.wave utt "${path('talk.wav')}" 'riff)
`,
  );
  runFestival(path('talk.scm'));
  const { sampleRate, channels } = readPcm(readFileSync(path('talk.wav')));
  return { pcm: channels[0]!, sampleRate, tones: [] };
}
