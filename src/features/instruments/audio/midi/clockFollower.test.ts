import { describe, expect, it } from 'vitest';
import { seededRandom } from '#core/values/random.ts';
import { ClockFollower, ClockOffset } from './clockFollower.ts';

const CLOCKS_PER_STEP = 12;

/** A follower, the steps that it has placed, and a device that ticks with jitter (s). */
function device(bpm: number, jitter = 0) {
  const steps: { step: number; time: number; bpm: number; placedAt: number }[] = [];
  let now = 5;
  const follower = new ClockFollower((step) => steps.push({ ...step, placedAt: now }));
  const random = seededRandom(`clock ${bpm} ${jitter}`);
  const clocks = (count: number, at = bpm): void => {
    for (let i = 0; i < count; i++) {
      follower.clock(now + (random() - 0.5) * jitter);
      now += 60 / at / 24;
    }
  };
  return { follower, steps, clocks, now: () => now };
}

describe('following a MIDI clock', () => {
  it('schedules nothing before the start, then every step of 12 clocks at its due time', () => {
    const { follower, steps, clocks, now } = device(120);
    clocks(48);
    expect(steps).toEqual([]);
    follower.start();
    const start = now();
    clocks(5 * CLOCKS_PER_STEP);
    expect(steps.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5].slice(0, steps.length));
    expect(steps.length).toBeGreaterThanOrEqual(5);
    for (const { step, time, bpm } of steps) {
      expect(time).toBeCloseTo(start + step * 0.25, 9);
      expect(bpm).toBeCloseTo(120, 6);
    }
    // Ahead of time, but for the first one, which comes with its clock.
    for (const { time, placedAt } of steps.slice(1)) expect(time - placedAt).toBeCloseTo((4 * 0.5) / 24, 6);
  });

  for (const bpm of [60, 97, 180, 240])
    it(`evens out a jitter of 3 ms at ${bpm} BPM`, () => {
      const { follower, steps, clocks, now } = device(bpm, 0.003);
      follower.start();
      const start = now();
      clocks(40 * CLOCKS_PER_STEP);
      const late = steps.slice(2).map(({ step, time }) => Math.abs(time - start - (step * 30) / bpm));
      expect(Math.max(...late)).toBeLessThan(0.0015);
      expect(follower.bpm).toBeCloseTo(bpm, 0);
    });

  it('follows a change of tempo within half a beat', () => {
    const { follower, steps, clocks, now } = device(120, 0.001);
    follower.start();
    clocks(48);
    const before = steps.length;
    const change = now();
    clocks(72, 150);
    for (const { step, time } of steps.slice(before + 1))
      expect(Math.abs(time - change - ((step - 4) * 30) / 150)).toBeLessThan(0.003);
    expect(follower.bpm).toBeCloseTo(150, 0);
  });

  /** Sends clocks in bursts and returns the tempo after each of them. */
  function inBursts(
    { follower, now }: { follower: ClockFollower; now: number },
    bpm: number,
    count: number,
    { sizes, isEarly = false, spread = 0 }: { sizes: () => number; isEarly?: boolean; spread?: number },
  ): { tempos: number[]; now: number } {
    const tempos: number[] = [];
    const period = 60 / bpm / 24;
    let at = now;
    for (let sent = 0; sent < count;) {
      const size = sizes();
      // Held up until the last one is due, or sent ahead with the first one.
      const delivered = isEarly ? at : at + (size - 1) * period;
      for (let i = 0; i < size; i++) {
        follower.clock(delivered + i * spread);
        tempos.push(follower.bpm);
      }
      at += size * period;
      sent += size;
    }
    return { tempos, now: at };
  }

  const random = seededRandom('bursts');
  const anySize = (): number => 2 + Math.floor(5 * random());
  const manners = [2, 3, 4, 5, 6].map((size) => ({ name: `${size}`, sizes: () => size }));
  for (const { name, sizes } of [...manners, { name: '2 to 6', sizes: anySize }])
    for (const isEarly of [false, true])
      for (const bpm of [60, 100, 180]) {
        const how = `bursts of ${name} clocks${isEarly ? ', sent ahead' : ''} at ${bpm} BPM`;

        it(`is within 3 % after four beats, and never far: ${how}`, () => {
          const follower = new ClockFollower(() => undefined);
          follower.start();
          const { tempos } = inBursts({ follower, now: 5 }, bpm, 24 * 16, { sizes, isEarly, spread: 0.0004 });
          for (const tempo of tempos) expect(tempo).toBeLessThan(2 * Math.max(bpm, 120));
          for (const tempo of tempos.slice(96)) expect(Math.abs(tempo / bpm - 1)).toBeLessThan(0.03);
        });

        it(`follows a real change within one beat: ${how}`, () => {
          const follower = new ClockFollower(() => undefined);
          follower.start();
          const before = inBursts({ follower, now: 5 }, bpm, 24 * 6, { sizes, isEarly });
          const other = bpm * 1.3;
          const { tempos } = inBursts({ follower, now: before.now }, other, 24 * 4, { sizes, isEarly });
          for (const tempo of tempos.slice(24 + 6)) expect(Math.abs(tempo / other - 1)).toBeLessThan(0.03);
        });
      }

  it('schedules each step of a clock in bursts near its time', () => {
    const steps: { step: number; time: number }[] = [];
    const follower = new ClockFollower((step) => steps.push({ ...step }));
    follower.start();
    inBursts({ follower, now: 5 }, 100, 24 * 12, { sizes: () => 6 });
    const late = steps.slice(8).map(({ step, time }) => time - 5 - step * 0.3);
    for (const each of late) expect(Math.abs(each)).toBeLessThan(0.02);
  });

  it('limits the tempo to the playable range', () => {
    const follower = new ClockFollower(() => undefined);
    follower.start();
    for (let i = 0; i < 48; i++) follower.clock(5 + i * 1e-4);
    expect(follower.bpm).toBeLessThanOrEqual(400);
  });

  it('continues from its position, or from the song position', () => {
    const { follower, steps, clocks } = device(120);
    follower.start();
    clocks(30);
    follower.stop();
    const stopped = steps.length;
    clocks(20);
    expect(steps).toHaveLength(stopped);
    follower.resume();
    clocks(12);
    // 30 clocks in: the next step is the third, 6 clocks on.
    expect(steps.slice(stopped).map(({ step }) => step)).toEqual([3]);
    follower.stop();
    follower.locate(16);
    follower.resume();
    clocks(13);
    expect(steps.slice(stopped + 1).map(({ step }) => step)).toEqual([8, 9]);
  });

  it('restarts after a pause', () => {
    const { follower, clocks, steps } = device(120);
    follower.start();
    clocks(30);
    follower.clock(500);
    follower.clock(500 + 60 / 100 / 24);
    for (let i = 2; i < 40; i++) follower.clock(500 + (i * 60) / 100 / 24);
    expect(follower.bpm).toBeCloseTo(100, 6);
    expect(steps.every(({ time }) => Number.isFinite(time))).toBe(true);
  });
});

describe('the first clock after a pause', () => {
  it('schedules a step by the tempo before the pause', () => {
    const { follower, clocks, steps } = device(120);
    follower.start();
    // The next clock comes four clocks before the fourth step.
    clocks(32);
    const placed = steps.length;
    follower.clock(500);
    expect(steps.slice(placed)).toMatchObject([{ step: 3, time: expect.closeTo(500 + 4 / 48, 6) }]);
  });
});

describe('the offset between the clocks of sound and page', () => {
  it('converts a time of the page to one of the sound', () => {
    const offset = new ClockOffset(() => 700);
    expect(offset.soundTime(2700)).toBe(2);
  });

  it('is smooth, though each reading is some ms off', () => {
    let reading = 0;
    // Three quanta of 2.67 ms: as far as a clock that goes on by blocks jumps.
    const offset = new ClockOffset(() => 700 + 8 * ((reading++ * 0.618) % 1));
    for (let settling = 0; settling < 300; settling++) offset.soundTime(0);
    const times = Array.from({ length: 200 }, () => offset.soundTime(0));
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(0.0005);
    expect(times.at(-1)).toBeCloseTo(-0.704, 3);
  });

  it('is corrected at once after a clock stood still', () => {
    let distance = 700;
    const offset = new ClockOffset(() => distance);
    offset.soundTime(0);
    distance = 750;
    expect(offset.soundTime(0)).toBe(-0.75);
  });
});
