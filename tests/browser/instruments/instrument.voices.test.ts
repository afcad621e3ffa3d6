import { afterEach, describe, expect, it } from 'vitest';
import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { OfflineContext } from 'tone/build/esm/core/context/OfflineContext.js';
import {
  BPM_RANGE,
  FULL_STRENGTH,
  INITIAL_BEAT,
  stepTime,
  swingDelay,
  type Beat,
} from '#features/instruments/domain/beat/beat.ts';
import { columnHits } from '#features/instruments/domain/beat/beatHits.ts';
import { withBpm, withLevel, withMuteToggled, withSwing } from '#features/instruments/domain/beat/beatChanges.ts';
import { hzOfMidi } from '#analysis/values/pitch.ts';
import { BeatPlayer } from '#features/instruments/audio/sound/beatPlayer.ts';
import { HELD_PATCH, velocityGain } from '#features/instruments/audio/sound/patch.ts';
import { toneContextOn } from '#features/instruments/audio/sound/toneContext.ts';
import { StepTransport } from '#features/instruments/audio/sound/transport.ts';
import { VoicePool } from '#features/instruments/audio/sound/voices.ts';
import { amplitudeOf } from '#tests/soundMeasures.ts';
import limiterUrl from '#worklets/limiter.worklet.ts?worker&url';
import { LIMITER_CEILING, LIMITER_PROCESSOR } from '#worklets/limiterProtocol.ts';

const SAMPLE_RATE = 48_000;

/** Renders the notes that `play` schedules, with or without pauses at which it schedules more. */
async function render(
  seconds: number,
  play: (pool: VoicePool, context: OfflineAudioContext) => void,
  later: [number, (pool: VoicePool) => void][] = [],
  polyphony?: number,
): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, Math.round(seconds * SAMPLE_RATE), SAMPLE_RATE);
  const pool = new VoicePool(context, context.destination, polyphony);
  play(pool, context);
  for (const [time, more] of later) {
    void context.suspend(time).then(() => {
      more(pool);
      return context.resume();
    });
  }
  return (await context.startRendering()).getChannelData(0);
}

const peakOf = (samples: Float32Array, from = 0, to = samples.length): number =>
  samples.subarray(from, to).reduce((peak, v) => Math.max(peak, Math.abs(v)), 0);

/** The largest jump from sample to sample: a click is a jump that no sine of the played pitch and no envelope makes. */
const jumpOf = (samples: Float32Array): number =>
  samples.reduce((jump, v, i) => Math.max(jump, Math.abs(v - (samples[i - 1] ?? 0))), 0);

const amplitudeAt = (samples: Float32Array, hz: number): number => amplitudeOf(samples, hz, SAMPLE_RATE);

describe('a voice', () => {
  it('is the specified tone: a sine of gain 0.3 that fades out over its length', async () => {
    const sound = await render(1.2, (pool) => pool.start({ midi: 69, velocity: 1, length: 1, source: 'key' }));
    expect(peakOf(sound)).toBeGreaterThan(0.27);
    expect(peakOf(sound)).toBeLessThanOrEqual(0.3);
    expect(peakOf(sound, 0.98 * SAMPLE_RATE, SAMPLE_RATE)).toBeLessThan(0.013);
    expect(peakOf(sound, 1.06 * SAMPLE_RATE)).toBe(0);
    const body = sound.subarray(0, 0.5 * SAMPLE_RATE);
    expect(amplitudeAt(body, 440)).toBeGreaterThan(50 * amplitudeAt(body, 880));
  });

  it('begins with the very first sample, without a click at its start, its end or its release', async () => {
    const sound = await render(0.6, (pool) => pool.start({ midi: 69, velocity: 1, length: 0.4, source: 'key' }));
    expect(sound.findIndex((v) => v !== 0)).toBeLessThan(128);
    expect(jumpOf(sound)).toBeLessThan(0.3 * ((2 * Math.PI * 440) / SAMPLE_RATE) + 0.3 / (0.0015 * SAMPLE_RATE));
    const released = await render(
      0.6,
      (pool) => pool.start({ midi: 69, velocity: 1, length: 5, patch: HELD_PATCH, source: 'key' }),
      [[0.2, (pool) => pool.release(1)]],
    );
    expect(jumpOf(released.subarray(0.1 * SAMPLE_RATE))).toBeLessThan(0.3 * ((2 * Math.PI * 440) / SAMPLE_RATE) * 1.02);
    expect(peakOf(released, 0.15 * SAMPLE_RATE, 0.2 * SAMPLE_RATE)).toBeGreaterThan(0.93 * HELD_PATCH.gain);
    expect(peakOf(released, 0.56 * SAMPLE_RATE)).toBeLessThan(1e-3);
  });

  it('keeps its pitch when its oscillator had a cancelled note of another pitch', async () => {
    const sound = await render(0.6, (pool) => {
      pool.cancel(pool.start({ midi: 81, velocity: 1, time: 0.2, length: 1, source: 'beat' }));
      pool.start({ midi: 69, velocity: 1, length: 9, patch: HELD_PATCH, source: 'key' });
    });
    const tail = sound.subarray(0.3 * SAMPLE_RATE);
    expect(amplitudeAt(tail, 440)).toBeGreaterThan(0.83 * HELD_PATCH.gain);
    expect(amplitudeAt(tail, 880)).toBeLessThan(0.01);
  });

  it('follows velocity and bends its source only', async () => {
    const soft = await render(0.2, (pool) => pool.start({ midi: 69, velocity: 32 / 127, length: 1, source: 'key' }));
    expect(peakOf(soft)).toBeGreaterThan(0.02);
    expect(peakOf(soft)).toBeLessThan(0.1);
    const bent = await render(1, (pool) => {
      pool.start({ midi: 69, velocity: 1, length: 9, patch: HELD_PATCH, source: 'midi:a:0' });
      pool.start({ midi: 57, velocity: 1, length: 9, patch: HELD_PATCH, source: 'key' });
      pool.expressAll('midi:a:0', 'bend', 200);
    });
    const tail = bent.subarray(0.3 * SAMPLE_RATE);
    expect(amplitudeAt(tail, hzOfMidi(71))).toBeGreaterThan(0.83 * HELD_PATCH.gain);
    expect(amplitudeAt(tail, 440)).toBeLessThan(0.01);
    expect(amplitudeAt(tail, 220)).toBeGreaterThan(0.83 * HELD_PATCH.gain);
  });
});

describe('voice stealing', () => {
  it('always plays the newest note, and does not click', async () => {
    const low = 45;
    const sound = await render(
      0.8,
      (pool) => {
        for (let i = 0; i < 4; i++)
          pool.start({ midi: low + i, velocity: 0.5, length: 9, patch: HELD_PATCH, source: 'key' });
      },
      [[0.3, (pool) => pool.start({ midi: 57, velocity: 0.5, length: 9, patch: HELD_PATCH, source: 'key' })]],
      4,
    );
    const tail = sound.subarray(0.45 * SAMPLE_RATE);
    expect(amplitudeAt(tail, hzOfMidi(57))).toBeGreaterThan(0.03);
    // Of equally loud notes the oldest makes room, and only that one.
    expect(amplitudeAt(tail, hzOfMidi(low))).toBeLessThan(0.004);
    expect(amplitudeAt(tail, hzOfMidi(low + 3))).toBeGreaterThan(0.03);
    const around = sound.subarray(0.29 * SAMPLE_RATE, 0.32 * SAMPLE_RATE);
    const steady = sound.subarray(0.5 * SAMPLE_RATE);
    expect(jumpOf(around.map((v) => v - around[0]!))).toBeLessThan(jumpOf(steady.map((v) => v - steady[0]!)) + 0.004);
  });

  it('plays the last 32 of 200 simultaneous notes without a click', async () => {
    const sound = await render(0.5, (pool) => {
      for (let i = 0; i < 200; i++) pool.start({ midi: 30 + (i % 60), velocity: 0.2, length: 0.3, source: 'midi:a:0' });
      expect(pool.sounding).toBe(32);
    });
    expect(sound.every(Number.isFinite)).toBe(true);
    expect(amplitudeAt(sound.subarray(0, 0.2 * SAMPLE_RATE), hzOfMidi(30 + (199 % 60)))).toBeGreaterThan(1e-3);
    expect(peakOf(sound, 0.4 * SAMPLE_RATE)).toBe(0);
  });

  it('survives bursts that use up the spare voices, without a jump', async () => {
    const bursts = Array.from({ length: 40 }, (_, k): [number, (pool: VoicePool) => void] => [
      (Math.round(((0.05 + k * 0.004) * SAMPLE_RATE) / 128) * 128) / SAMPLE_RATE,
      (pool) => {
        for (let i = 0; i < 6; i++)
          pool.start({ midi: 50 + ((k * 6 + i) % 24), velocity: 0.4, length: 1, source: 'key' });
      },
    ]);
    const sound = await render(0.5, () => undefined, bursts, 8);
    // At most 8 voices and 8 fading ones of at most 0.3 * 0.4 velocity: the steepest their sum can be.
    expect(jumpOf(sound)).toBeLessThan(
      16 * 0.05 * ((2 * Math.PI * hzOfMidi(74)) / SAMPLE_RATE) + 6 * (0.05 / (0.0015 * SAMPLE_RATE)),
    );
  });

  it('cancels scheduled notes and ends sounding ones', async () => {
    const sound = await render(
      1,
      (pool) => {
        pool.start({ midi: 69, velocity: 1, time: 0.1, length: 9, patch: HELD_PATCH, source: 'beat' });
        pool.start({ midi: 69, velocity: 1, time: 0.5, length: 0.3, source: 'beat' });
        pool.start({ midi: 81, velocity: 1, time: 0.5, length: 0.3, source: 'key' });
      },
      [[(128 * 100) / SAMPLE_RATE, (pool) => pool.stop('beat')]],
    );
    expect(peakOf(sound, 0, 0.1 * SAMPLE_RATE)).toBe(0);
    expect(amplitudeAt(sound.subarray(0.5 * SAMPLE_RATE, 0.8 * SAMPLE_RATE), 440)).toBeLessThan(1e-3);
    expect(amplitudeAt(sound.subarray(0.5 * SAMPLE_RATE, 0.8 * SAMPLE_RATE), 880)).toBeGreaterThan(0.05);
  });
});

describe('the limiter', () => {
  it('keeps 16 full voices below its ceiling, and leaves one voice unchanged, without delay', async () => {
    const through = async (voices: number, limited: boolean): Promise<Float32Array> => {
      const context = new OfflineAudioContext(1, SAMPLE_RATE, SAMPLE_RATE);
      let out: AudioNode = context.destination;
      if (limited) {
        await context.audioWorklet.addModule(limiterUrl);
        out = new AudioWorkletNode(context, LIMITER_PROCESSOR, { outputChannelCount: [1] });
        out.connect(context.destination);
      }
      const pool = new VoicePool(context, out);
      for (let i = 0; i < voices; i++) pool.start({ midi: 48 + 2 * i, velocity: 1, length: 1, source: 'key' });
      return (await context.startRendering()).getChannelData(0);
    };
    const loud = await through(16, true);
    expect(peakOf(loud)).toBeLessThanOrEqual(LIMITER_CEILING + 1e-6);
    expect(peakOf(loud)).toBeGreaterThan(0.8);
    const [bare, one] = [await through(1, false), await through(1, true)];
    expect(one.every((v, i) => v === bare[i])).toBe(true);
  });
});

describe('the transport', () => {
  const beat = (bpm: number, swing: number): Beat =>
    [0, 1, 2, 3, 4, 5, 6, 7].reduce(
      (pattern, column) => withLevel(pattern, 'C4', column, FULL_STRENGTH),
      withSwing(withBpm(INITIAL_BEAT, bpm), swing),
    );

  for (const [bpm, swing] of [
    [120, 50],
    [97, 50],
    [173, 67],
    [61, 75],
  ] as const) {
    it(`puts every step of ${bpm} BPM, swing ${swing} %, within one sample of its ideal time`, async () => {
      const seconds = 20;
      const native = new OfflineAudioContext(1, seconds * SAMPLE_RATE, SAMPLE_RATE);
      const tone = new OfflineContext(native);
      const ramp = new ConstantSourceNode(native, { offset: 1 });
      ramp.start();
      const gate = new GainNode(native, { gain: 0 });
      ramp.connect(gate).connect(native.destination);
      const pattern = beat(bpm, swing);
      // One sample high for 5 ms at each step: its edge is the time at which the transport put the step.
      const transport = new StepTransport(tone, (step, time) => {
        expect(columnHits(pattern, step % 8)).toEqual([{ note: 'C4', velocity: 1 }]);
        gate.gain.setValueAtTime(1, time);
        gate.gain.setValueAtTime(0, time + 0.005);
      });
      transport.start(pattern, 0.0101);
      const sound = (await tone.render()).getChannelData(0);
      const edges = [...sound.keys()].filter((i) => sound[i] === 1 && (sound[i - 1] ?? 0) === 0);
      const ideal = edges.map((_, step) => (0.0101 + stepTime(step, pattern)) * SAMPLE_RATE);
      expect(edges.length).toBeGreaterThanOrEqual(Math.floor((seconds - 0.5) / (30 / bpm)));
      for (const [step, edge] of edges.entries()) expect(Math.abs(edge - ideal[step]!)).toBeLessThanOrEqual(1);
    });
  }

  it('keeps the old tempo for the steps that are due when the tempo changes', () => {
    let [horizon, tick] = [0, (): void => undefined];
    // A context whose clock the test moves: 0.2 s ahead is as far as steps are handed on.
    const context = {
      now: () => horizon,
      immediate: () => horizon - 0.2,
      on: (_: string, listener: () => void) => (tick = listener),
      off: () => undefined,
    } as unknown as BaseContext;
    const times: number[] = [];
    const transport = new StepTransport(context, (step, time) => (times[step] = time));
    horizon = 0.2;
    transport.start({ bpm: 120, swing: 50 }, 0);
    // The page was busy: the step at 0.25 is due and not yet handed on.
    horizon = 0.3;
    transport.setTempo({ bpm: 60, swing: 50 });
    horizon = 0.8;
    tick();
    expect(times.map((time) => Math.round(time * 1e6) / 1e6)).toEqual([0, 0.25, 0.7]);
  });

  it('plays the pads of a pattern through the voices, in time', async () => {
    const native = new OfflineAudioContext(1, 4 * SAMPLE_RATE, SAMPLE_RATE);
    const tone = new OfflineContext(native);
    const pool = new VoicePool(native, native.destination);
    const loud = withLevel(withLevel(INITIAL_BEAT, 'C4', 0, FULL_STRENGTH), 'E5', 3, FULL_STRENGTH);
    // Softer, and muted, pads beside them.
    const pattern = withMuteToggled(withLevel(withLevel(loud, 'C3', 5, 4), 'G4', 0, FULL_STRENGTH), 'G4');
    const player = new BeatPlayer(tone, pool, pattern);
    player.start(0.05);
    const sound = (await tone.render()).getChannelData(0) as Float32Array;
    const at = (from: number): Float32Array =>
      sound.subarray((0.05 + from) * SAMPLE_RATE, (0.05 + from + 0.2) * SAMPLE_RATE);
    for (const round of [0, 2]) {
      expect(amplitudeAt(at(round), hzOfMidi(60))).toBeGreaterThan(0.1);
      expect(amplitudeAt(at(round + 0.75), hzOfMidi(76))).toBeGreaterThan(0.1);
      expect(amplitudeAt(at(round + 0.75), hzOfMidi(60))).toBeLessThan(0.01);
      expect(amplitudeAt(at(round), hzOfMidi(67))).toBeLessThan(0.01);
      const soft = amplitudeAt(at(round + 1.25), hzOfMidi(48)) / amplitudeAt(at(round), hzOfMidi(60));
      expect(soft / velocityGain(0.5)).toBeCloseTo(1, 1);
    }
    expect(peakOf(sound, 0, 0.05 * SAMPLE_RATE)).toBe(0);
  });

  it('plays a pad that is set, and none that is removed, just ahead of the playhead', async () => {
    const withC4 = withLevel(INITIAL_BEAT, 'C4', 0, FULL_STRENGTH);
    const renderBeat = async (changed: Beat): Promise<Float32Array> => {
      const native = new OfflineAudioContext(1, 0.5 * SAMPLE_RATE, SAMPLE_RATE);
      const player = new BeatPlayer(new OfflineContext(native), new VoicePool(native, native.destination), withC4);
      // A step is handed on before it sounds.
      player.follow();
      player.place(0, 0.1, 120);
      player.setBeat(changed);
      return (await native.startRendering()).getChannelData(0);
    };
    expect(peakOf(await renderBeat(INITIAL_BEAT))).toBe(0);
    const both = (await renderBeat(withLevel(withC4, 'G4', 0, FULL_STRENGTH))).subarray(
      0.1 * SAMPLE_RATE,
      0.3 * SAMPLE_RATE,
    );
    expect(amplitudeAt(both, hzOfMidi(60))).toBeGreaterThan(0.1);
    expect(amplitudeAt(both, hzOfMidi(67))).toBeGreaterThan(0.1);
  });
});

it('a beat that follows an external clock plays at its times, swung by its tempo', async () => {
  const native = new OfflineAudioContext(1, 1.5 * SAMPLE_RATE, SAMPLE_RATE);
  const pattern = withSwing(withLevel(withLevel(INITIAL_BEAT, 'C4', 0, FULL_STRENGTH), 'C4', 1, FULL_STRENGTH), 60);
  const player = new BeatPlayer(new OfflineContext(native), new VoicePool(native, native.destination), pattern);
  player.follow();
  for (const [step, time] of [0.1, 0.8].entries()) player.place(step, time, 90);
  const sound = (await native.startRendering()).getChannelData(0);
  const swung = 0.8 + swingDelay({ bpm: 90, swing: 60 });
  for (const time of [0.1, swung]) {
    const begins = sound.findIndex((v, i) => i > (time - 0.09) * SAMPLE_RATE && v !== 0);
    expect(Math.abs(begins - time * SAMPLE_RATE)).toBeLessThanOrEqual(2);
  }
});

describe('the transport in a running context @slow', () => {
  const contexts: AudioContext[] = [];
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  it('begins with the first step at every tempo and time, and keeps its place when the tempo changes', async () => {
    const context = new AudioContext();
    contexts.push(context);
    await context.resume();
    const tone = toneContextOn(context);
    await expect.poll(() => context.currentTime).toBeGreaterThan(0.05);
    for (let bpm = BPM_RANGE.min; bpm <= BPM_RANGE.max; bpm += 5) {
      for (let shift = 0; shift < 20; shift++) {
        const times: number[] = [];
        const transport = new StepTransport(tone, (step, time) => (times[step] = time));
        const start = context.currentTime - 0.03 + shift * 1.37e-3;
        transport.start({ bpm, swing: 50 }, start);
        transport.stop();
        expect(times[0]).toBe(start);
        for (const [step, time] of times.entries()) expect(time).toBeCloseTo(start + (step * 30) / bpm, 9);
      }
    }
    const times: number[] = [];
    const transport = new StepTransport(tone, (step, time) => (times[step] = time));
    const start = transport.start({ bpm: 120, swing: 50 });
    await expect.poll(() => times.length).toBeGreaterThanOrEqual(4);
    const changed = tone.now();
    transport.setTempo({ bpm: 180, swing: 50 });
    await expect.poll(() => times.length).toBeGreaterThanOrEqual(10);
    transport.stop();
    const place = (changed - start) / 0.25;
    // The clock may have gone on by a block of samples while the tempo was set.
    for (const [step, time] of times.entries())
      expect(time).toBeCloseTo(step < place ? start + step * 0.25 : changed + (step - place) / 6, 2);
  });

  it('begins with the first step, however long the page was blocked meanwhile', async () => {
    const context = new AudioContext();
    contexts.push(context);
    await context.resume();
    const steps: number[] = [];
    const transport = new StepTransport(toneContextOn(context), (step) => steps.push(step));
    await expect.poll(() => context.currentTime).toBeGreaterThan(0.35);
    transport.start({ bpm: 60, swing: 50 }, context.currentTime - 0.35);
    transport.stop();
    // The second is 150 ms away, and the third too far to be scheduled.
    expect(steps).toEqual([0, 1]);
  });
});
