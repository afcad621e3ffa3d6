import { randomBetween, pick, type Random } from '#core/values/random.ts';
import { DRUM_PATTERNS, percussion } from '#tests/fixtures/percussion.ts';
import { speech } from '#tests/fixtures/speech.ts';
import { playedByFluidsynth } from './fluidsynth.ts';
import { SAMPLE_RATE, SOUND_S, type Studio } from './sounds.ts';

/** Sounds without notes: people who talk, and drums; SOUND_S long, at SAMPLE_RATE. */

/** One talker, or several at once. */
export function talk(random: Random): Float32Array {
  const people = random() < 0.8 ? 1 : 2 + Math.floor(3 * random());
  const sound = new Float32Array(SOUND_S * SAMPLE_RATE);
  for (let i = 0; i < people; i++) {
    const speaker = {
      pitch: 80 * 4 ** random(),
      liveliness: randomBetween(0.8, 5, random),
      rate: randomBetween(2, 7, random),
    };
    for (const [k, value] of speech(SOUND_S, SAMPLE_RATE, speaker, random).entries()) sound[k]! += value;
  }
  return sound;
}

const KIT_KEYS = [35, 36, 38, 40, 42, 42, 44, 46, 41, 43, 45, 47, 48, 50, 49, 51];
const OTHER_DRUMS = [37, 39, 54, 56, 58, 60, 61, 62, 63, 64, 65, 66, 69, 70, 75, 76, 77, 82];

/** Drums, two thirds by fluidsynth: a kit of General MIDI, other percussion, rolls. */
export function drums({ folder, fonts }: Studio, random: Random): Float32Array {
  if (fonts.length === 0 || random() < 0.35) {
    const beat = pick(Object.keys(DRUM_PATTERNS) as (keyof typeof DRUM_PATTERNS)[], random);
    return percussion(beat, SOUND_S, SAMPLE_RATE, randomBetween(60, 180, random), random);
  }
  const keys = (random() < 0.6 ? KIT_KEYS : OTHER_DRUMS).filter(() => random() < 0.4);
  const step = random() < 0.15 ? randomBetween(0.04, 0.08, random) : randomBetween(0.1, 0.4, random);
  const pattern = Array.from({ length: 16 }, () => [38, ...keys].filter(() => random() < 1 / (1 + keys.length)));
  const notes = Array.from({ length: Math.floor((SOUND_S - 0.6) / step) }, (_, i) =>
    pattern[i % 16]!.map((midi) => {
      const onset = 0.1 + i * step + randomBetween(0, 0.012, random);
      return { midi, onset, offset: onset + 0.1, velocity: randomBetween(0.3, 1, random) };
    }),
  ).flat();
  const sound = new Float32Array(SOUND_S * SAMPLE_RATE);
  if (notes.length === 0) return sound;
  const track = { name: 'Drums', channel: 9, notes, program: pick([0, 0, 0, 8, 16, 24, 25, 32, 40], random) };
  const pcm = playedByFluidsynth(folder, pick(fonts, random), [track], SAMPLE_RATE, random() < 0.5);
  sound.set(pcm.subarray(0, sound.length));
  return sound;
}
