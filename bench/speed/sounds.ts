import { seededRandom } from '../../src/core/values/random.ts';
import { randomTones } from '../../tests/fixtures/melody.ts';
import { render, withNoise } from '../../tests/fixtures/synthesis.ts';

/** The sounds that the speed is measured with: half a minute of each kind, the same on every machine. */

export interface Sound {
  name: string;
  pcm: Float32Array;
  sampleRate: number;
}

const RATE = 44_100;
const SECONDS = 30;

let made: Sound[] | null = null;

/** Made once a process. */
export function speedSounds(): Sound[] {
  if (made !== null) return made;
  const random = seededRandom('speed');
  const sung = render('sung', randomTones(SECONDS, 1, 50, random), SECONDS, RATE);
  const plucked = render('pluck', randomTones(SECONDS, 1, 0, random), SECONDS, RATE);
  const noisy = withNoise(render('flute', randomTones(SECONDS, 1, 20, random), SECONDS, RATE), 'pink', 10, random);
  const chords = render('reed', randomTones(SECONDS, 3, 0, random), SECONDS, RATE);
  made = Object.entries({ sung, plucked, noisy, chords }).map(([name, pcm]) => ({ name, pcm, sampleRate: RATE }));
  return made;
}

/** A minute of singing, for the time at its end. */
export function minuteOfSinging(sampleRate: number): Float32Array {
  return render('sung', randomTones(60, 1, 50, seededRandom('minute')), 60, sampleRate);
}
