import { afterAll, describe, expect, it } from 'vitest';
import { SoundContext } from '#core/audio/context.ts';
import { MeteredAudio } from '#core/audio/meteredAudio.ts';
import { wavFile } from '#features/instruments/audio/playback/wavFile.ts';
import { nextFrame } from '../support/clock.ts';
import { limitOf } from '#tests/withTimeout.ts';

const sound = new SoundContext();
afterAll(() => sound.close());

/** Two seconds of a sine, as a recording would be. */
function sine(hz: number, gain: number): string {
  const samples = Float32Array.from({ length: 96_000 }, (_, i) => gain * Math.sin((2 * Math.PI * hz * i) / 48_000));
  return URL.createObjectURL(new Blob([wavFile([samples], 48_000)], { type: 'audio/wav' }));
}

async function levelsOf(audio: MeteredAudio, hz: number, gain: number): Promise<number[]> {
  audio.element.src = sine(hz, gain);
  audio.element.loop = true;
  await audio.connect();
  await audio.element.play();
  const levels = new Float32Array(9);
  // Values as a page reads them, frame by frame, each smoothed with the one before, until they no longer change.
  const inTime = limitOf('bars that stand still');
  let before: number;
  do {
    inTime([...levels]);
    before = Math.max(...levels);
    for (let frame = 0; frame < 10; frame++) {
      await nextFrame();
      audio.levels(levels);
    }
  } while (Math.max(...levels) === 0 || Math.abs(Math.max(...levels) - before) > 0.002);
  audio.element.pause();
  return [...levels];
}

describe('the bars of a playing recording @slow', () => {
  it('rise in the sounding octave with its loudness, and do not move in silence', async () => {
    const audio = new MeteredAudio(sound);
    const levels = new Float32Array(9).fill(1);
    audio.levels(levels);
    expect(Math.max(...levels)).toBe(0);

    const low = await levelsOf(audio, 98, 0.5); // G2
    expect(low.indexOf(Math.max(...low))).toBe(2);
    const high = await levelsOf(audio, 1568, 0.5); // G6
    expect(high.indexOf(Math.max(...high))).toBe(6);
    expect(high[2]!).toBeLessThan(0.3);
    const quiet = await levelsOf(audio, 1568, 0.005);
    expect(quiet[6]!).toBeLessThan(high[6]! - 0.2);
    expect(quiet[6]!).toBeGreaterThan(0.1);

    audio.levels(levels);
    expect(Math.max(...levels)).toBe(0);
  });
});
