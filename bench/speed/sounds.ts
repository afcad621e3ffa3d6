import { seededRandom, type Random } from '../../src/domain/random.ts';
import { render, withNoise, type Tone } from '../accuracy/sounds.ts';

/** The sounds that the speed is measured with: half a minute of each kind, the same on every machine. */

export interface Sound {
  name: string;
  pcm: Float32Array;
  sampleRate: number;
}

const RATE = 44_100;
const SECONDS = 30;
const SCALE = [0, 2, 4, 5, 7, 9, 11, 12];

function tones(random: Random, seconds: number, voices: number, vibrato: number): Tone[] {
  const all: Tone[] = [];
  for (let onset = 0.2; onset < seconds - 1; ) {
    const length = 0.25 + 0.5 * random();
    const root = 52 + Math.floor(random() * 8);
    for (let voice = 0; voice < voices; voice++) {
      const midi = root + SCALE[Math.floor(random() * SCALE.length)]! + 4 * voice;
      all.push({ midi, onset, offset: onset + length, loudness: 1 / voices, vibrato });
    }
    onset += length + (random() < 0.5 ? 0 : 0.08);
  }
  return all;
}

let made: Sound[] | null = null;

/** Made once a process. */
export function speedSounds(): Sound[] {
  if (made !== null) return made;
  const random = seededRandom('speed');
  const sung = render('sung', tones(random, SECONDS, 1, 50), SECONDS, RATE);
  const plucked = render('pluck', tones(random, SECONDS, 1, 0), SECONDS, RATE);
  const noisy = withNoise(render('flute', tones(random, SECONDS, 1, 20), SECONDS, RATE), 'pink', 10, random);
  const chords = render('reed', tones(random, SECONDS, 3, 0), SECONDS, RATE);
  made = Object.entries({ sung, plucked, noisy, chords }).map(([name, pcm]) => ({ name, pcm, sampleRate: RATE }));
  return made;
}

/** A minute of singing, for the time at its end. */
export function minuteOfSinging(sampleRate: number): Float32Array {
  return render('sung', tones(seededRandom('minute'), 60, 1, 50), 60, sampleRate);
}
