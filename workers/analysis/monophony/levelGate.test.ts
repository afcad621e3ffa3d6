import { expect, it } from 'vitest';
import { LEVEL, steps } from '../parameters.ts';
import { PITCH } from './parameters.ts';
import { LevelGate } from './levelGate.ts';
import { PitchTrack } from './pitchTrack.ts';

type Part = readonly [decibels: number, seconds: number];

const LAG_STEPS = steps(PITCH.lag);
/** A soft song that fades below silence, a pause, and a loud one: dBFS and s. */
const SOFT_SONG: readonly Part[] = [
  [-40, 2],
  [-70, 0.5],
];
const SILENT_PAUSE: Part = [-100, 1];
const LOUD_SONG: Part = [-10, 2];
const SOUND_S = 2.5;

/** The silent steps of these parts; each is decided as late as a pitch may be. */
function silentSteps(...parts: readonly Part[]): boolean[] {
  const track = new PitchTrack();
  const gate = new LevelGate(track);
  const silent: boolean[] = [];
  let step = 0;
  for (const [decibels, seconds] of parts) {
    for (let i = 0; i < steps(seconds); i++, step++) {
      track.pushPower(10 ** (decibels / 10) / 2);
      gate.push();
      if (step >= LAG_STEPS) silent.push(gate.isSilent(step - LAG_STEPS));
    }
  }
  while (silent.length < step) silent.push(gate.isSilent(silent.length));
  return silent;
}

it('keeps a soft sound after a loud one and a rest, and before one, as it does alone', () => {
  const alone = silentSteps(...SOFT_SONG);
  expect(alone).not.toContain(true);
  expect(silentSteps(LOUD_SONG, SILENT_PAUSE, ...SOFT_SONG).slice(-steps(SOUND_S))).toEqual(alone);
  expect(silentSteps(...SOFT_SONG, SILENT_PAUSE, LOUD_SONG).slice(0, steps(SOUND_S))).toEqual(alone);
});

it('marks sound far below a loud one without a rest as silent, for 20 s', () => {
  const fading = silentSteps(LOUD_SONG, ...SOFT_SONG);
  expect(fading.slice(-steps(0.5))).not.toContain(false);
  const later = silentSteps(LOUD_SONG, [-40, LEVEL.past], [-70, 0.5]);
  expect(later.slice(-steps(0.5))).not.toContain(true);
});

it('marks sound that is never louder than silence as silent, whatever follows', () => {
  const noise: Part = [LEVEL.silence - 5, 3];
  expect(silentSteps(noise)).not.toContain(false);
  expect(silentSteps(noise, LOUD_SONG).slice(0, steps(2))).not.toContain(false);
  expect(silentSteps(LOUD_SONG, noise).slice(steps(2))).not.toContain(false);
});
