import { describe, expect, it, vi } from 'vitest';
import { WAIT_TIMEOUT_MS, waitTimeoutOf, TEST_MS } from '#tests/timeouts.ts';
import { limitOf, until, withTimeout } from '#tests/withTimeout.ts';

const neverSettles = new Promise<never>(() => undefined);

describe('the time limit of the tests', () => {
  it('is 30 s, or the value for a slow machine', () => {
    expect(waitTimeoutOf(undefined)).toBe(30_000);
    expect(waitTimeoutOf('')).toBe(30_000);
    expect(waitTimeoutOf('120000')).toBe(120_000);
    expect(WAIT_TIMEOUT_MS).toBe(waitTimeoutOf(process.env['ACCORD_PATIENCE_MS']));
    expect(TEST_MS).toBe(10 * WAIT_TIMEOUT_MS);
  });

  it.each(['0', '-1', '1.5', 'soon'])('is never %s', (asked) => {
    expect(() => waitTimeoutOf(asked)).toThrow(`not ${asked}`);
  });
});

describe('withTimeout', () => {
  it('returns the awaited value', async () => {
    expect(await withTimeout('a number', Promise.resolve(7))).toBe(7);
    await expect(withTimeout('a number', Promise.reject(new Error('no numbers')))).rejects.toThrow('no numbers');
    let looks = 0;
    expect(
      await until(
        'the third look',
        () => ++looks,
        (seen) => seen === 3,
      ),
    ).toBe(3);
  });

  it('reports the awaited thing and its last state after the limit', async () => {
    await expect(withTimeout('a number', neverSettles, () => 'half of one', 5)).rejects.toThrow(
      'a number: not within 5 ms. Seen last: half of one',
    );
    await expect(withTimeout('a number', neverSettles, undefined, 5)).rejects.toThrow('Seen last: nothing');
    await expect(
      until(
        'two rows',
        () => [{ id: 1 }],
        (rows) => rows.length === 2,
        5,
      ),
    ).rejects.toThrow('two rows: not within 5 ms. Seen last: [{"id":1}]');
    await expect(until('two rows', () => neverSettles, Boolean, 5)).rejects.toThrow('Seen last: nothing');
  });

  it('keeps its limit while a test turns the clock', async () => {
    vi.useFakeTimers();
    try {
      await expect(withTimeout('a number', neverSettles, undefined, 5)).rejects.toThrow('not within 5 ms');
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends a loop with the round that comes too late', () => {
    const inTime = limitOf('silence', 60_000);
    expect(() => inTime('a tone')).not.toThrow();
    const tooLate = limitOf('silence', -1);
    expect(() => tooLate('a tone')).toThrow('silence: not within -1 ms. Seen last: a tone');
  });
});
