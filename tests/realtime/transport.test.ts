import { afterEach, describe, expect, it, vi } from 'vitest';
import { toneContextOn } from '#features/instruments/audio/sound/toneContext.ts';
import { LOOKAHEAD_S, StepTransport } from '#features/instruments/audio/sound/transport.ts';
import { VoicePool } from '#features/instruments/audio/sound/voices.ts';
import { TakePlayer } from '#features/instruments/audio/take/takePlayer.ts';
import { stepTime } from '#features/instruments/domain/beat/beat.ts';
import { withTimeout } from '#tests/withTimeout.ts';
import { blockAgainAndAgain, untilUndisturbed } from './blocked.ts';

let context: AudioContext;
afterEach(() => context.close());

describe('while the main thread is blocked for 80 ms at a time', () => {
  it('every step of a beat has its exact time, and none is left out', async () => {
    context = new AudioContext();
    await context.resume();
    const tone = toneContextOn(context);
    const tempo = { bpm: 180, swing: 60 };
    await untilUndisturbed(LOOKAHEAD_S, async () => {
      const steps: { step: number; time: number }[] = [];
      const transport = new StepTransport(tone, (step, time) => steps.push({ step, time }));
      const start = transport.start(tempo);
      // The first steps are scheduled before the main thread can be busy with anything else.
      expect(steps.map(({ step }) => step)).toEqual([0, 1]);
      const longest = await blockAgainAndAgain(() => context.currentTime < start + 2);
      transport.stop();
      for (const [index, { step, time }] of steps.entries()) {
        expect(step).toBeGreaterThan(steps[index - 1]?.step ?? -1);
        expect(time).toBeCloseTo(start + stepTime(step, tempo), 6);
      }
      expect(transport.stepAt(context.currentTime)).toBe(-1);
      const leftOut = steps.at(-1)!.step + 1 - steps.length;
      expect(longest < LOOKAHEAD_S ? leftOut : 0).toBe(0);
      return longest;
    });
  });

  it('every note of a take has its exact time, none is left out, and the take ends', async () => {
    context = new AudioContext();
    await context.resume();
    const tone = toneContextOn(context);
    // The worker that wakes it is there.
    await withTimeout('the first tick', new Promise<void>((resolve) => tone.once('tick', () => resolve())));
    const voices = new VoicePool(context, context.destination);
    const start = vi.spyOn(voices, 'start').mockReturnValue(0);
    const notes = Array.from({ length: 12 }, (_, i) => ({
      midi: 48 + i,
      onset: 0.1 * i,
      offset: 0.1 * i,
      velocity: 1,
    }));
    await untilUndisturbed(LOOKAHEAD_S, async () => {
      start.mockClear();
      const begins = tone.immediate() + 0.05;
      const ended = vi.fn<() => void>();
      new TakePlayer(tone, voices, { notes, duration: 1.2 }, ended).start(begins);
      // Scheduled before the main thread can be busy with anything else.
      expect(start.mock.calls.length).toBeGreaterThanOrEqual(2);
      const longest = await blockAgainAndAgain(() => ended.mock.calls.length === 0);
      expect(ended).toHaveBeenCalledTimes(1);
      const played = start.mock.calls.map(([note]) => note);
      for (const { midi, time } of played) expect(time).toBe(begins + notes[midi - 48]!.onset);
      expect(longest < LOOKAHEAD_S ? notes.length - played.length : 0).toBe(0);
      return longest;
    });
    voices.dispose();
  });
});
