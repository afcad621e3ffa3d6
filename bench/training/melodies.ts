import { randomBetween, pick, type Random } from '#core/values/random.ts';
import { sungLike } from '#tests/fixtures/melody.ts';
import { SONG_RATE, sungByPeople } from '#tests/fixtures/singing.ts';
import { render, type Tone, type Voice } from '#tests/fixtures/synthesis.ts';
import { playedByFluidsynth } from './fluidsynth.ts';
import { PROGRAMS, SAMPLE_RATE, SOUND_S, type LabelledSound, type Studio } from './sounds.ts';

/** Melodies with many repeated notes: sampled instruments, synthesis, and songs as people sing them. Times in s. */

const VOICES: readonly Voice[] = ['saw', 'pluck', 'flute', 'reed', 'sung', 'hum', 'sung'];
const SCALE = [0, 2, 4, 5, 7, 9, 11];
/** Steps of a tune, semitones. */
const STEP_INTERVALS = [-7, -5, -4, -3, -2, -2, -1, 1, 2, 2, 3, 4, 5, 7, 12, -12];
/** Instruments that play tunes: those of the chords, some of them twice, and some that are no good in chords. */
const MELODIC_PROGRAMS = PROGRAMS.concat([
  14, 16, 17, 18, 23, 40, 47, 53, 67, 73, 74, 76, 77, 78, 78, 82, 84, 85, 87, 89, 91, 104, 105, 107, 109, 110, 111,
]);

/**
 * A tune of which up to half the notes repeat the one before; pitches as MIDI numbers.
 * @param gaps between two notes, and `repeatGap` the least one before a repeated one
 */
function tuneOfRepeats(low: number, range: number, gaps: readonly number[], repeatGap: number, random: Random): Tone[] {
  const shortest = randomBetween(0.1, 0.3, random);
  const longest = randomBetween(0.5, 1.4, random);
  const repeats = randomBetween(0.1, 0.5, random);
  const same = random() < 0.5 ? randomBetween(0.4, 1, random) : null;
  const tones: Tone[] = [];
  let midi = low + Math.floor(range / 2);
  for (let onset = 0.3; ;) {
    const offset = onset + shortest * (longest / shortest) ** random();
    if (offset > SOUND_S - 0.5) return tones;
    tones.push({ midi, onset, offset, loudness: same ?? randomBetween(0.3, 1, random) });
    const before = midi;
    if (random() >= repeats) {
      do midi = Math.max(low, Math.min(low + range, before + pick(STEP_INTERVALS, random)));
      while (midi === before);
      if (random() < 0.7 && !SCALE.includes(midi % 12)) midi += midi < low + range ? 1 : -1;
    }
    const gap = pick(gaps, random);
    onset = offset + (midi === before ? Math.max(repeatGap, gap) : gap);
  }
}

/** A melody of a sampled instrument. */
export function sampledMelody({ folder, fonts }: Studio, random: Random): LabelledSound {
  if (fonts.length === 0) return synthesisedMelody(random);
  const low = 28 + Math.floor(52 * random());
  const range = 12 + Math.floor(12 * random());
  const tones = tuneOfRepeats(low, range, [0, 0, 0, 0.02, 0.05, 0.2], 0, random);
  const loud = randomBetween(0.5, 1, random);
  const notes = tones.map(({ midi, onset, offset, loudness = 0.8 }, i) => ({
    midi,
    onset,
    // A key is up before it is pressed again.
    offset: Math.min(offset, (tones[i + 1]?.onset ?? Infinity) - 0.004),
    velocity: loud * (0.2 + 0.8 * loudness),
  }));
  const tracks = [{ name: 'Melody', channel: 0, program: pick(MELODIC_PROGRAMS, random), notes }];
  const pcm = playedByFluidsynth(folder, pick(fonts, random), tracks, SAMPLE_RATE, random() >= 0.6);
  return { pcm: pcm.slice(0, SOUND_S * SAMPLE_RATE), sampleRate: SAMPLE_RATE, tones };
}

/** A melody of the tests' synthesis. */
export function synthesisedMelody(random: Random): LabelledSound {
  const voice = pick(VOICES, random);
  const low = 36 + Math.floor(40 * random());
  const range = 12 + Math.floor(12 * random());
  const repeatGap = voice === 'pluck' ? 0 : randomBetween(0.02, 0.08, random);
  const plain = tuneOfRepeats(low, range, [0, 0, 0.03, 0.06, 0.2], repeatGap, random);
  const tones = voice === 'sung' || voice === 'hum' || random() < 0.3 ? sungLike(plain, random) : plain;
  return { pcm: render(voice, tones, SOUND_S, SAMPLE_RATE), sampleRate: SAMPLE_RATE, tones };
}

/** A song as people sing it: a vowel after its consonant rises as a repeated note does. */
export function sungMelody(random: Random): LabelledSound {
  const low = 38 + Math.floor(24 * random());
  const tune = tuneOfRepeats(low, 12, [0, 0, 0, 0, 0.03, 0.2, 0.5], 0, random);
  return { ...sungByPeople(tune, SOUND_S, random), sampleRate: SONG_RATE };
}
