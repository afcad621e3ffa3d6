import { describe, expect, it } from 'vitest';
import { codedError, toCodedError, isCoded, tryAgainWords } from './errors.ts';

describe('coded errors', () => {
  it('are plain data that survives a structured clone', () => {
    const error = codedError('upload_failed', 'The server said no', new TypeError('fetch failed'));
    expect(error).toEqual({ code: 'upload_failed', message: 'The server said no', cause: 'TypeError: fetch failed' });
    expect(structuredClone(error)).toEqual(error);
    expect('cause' in codedError('a', 'b')).toBe(false);
  });

  it('differ from other values', () => {
    expect(isCoded({ code: 'a', message: 'b' })).toBe(true);
    expect(isCoded({ code: 'a', message: 'b' }, 'a')).toBe(true);
    expect(isCoded({ code: 'a', message: 'b' }, 'c')).toBe(false);
    for (const other of [null, undefined, 'a', new Error('a'), { code: 1, message: 'b' }, { message: 'b' }])
      expect(isCoded(other)).toBe(false);
  });

  it('keep an existing code and get a fallback otherwise', () => {
    expect(toCodedError({ code: 'worker_lost', message: 'gone', cause: codedError('a', 'b') }, 'unknown')).toEqual({
      code: 'worker_lost',
      message: 'gone',
      cause: { code: 'a', message: 'b' },
    });
    expect(toCodedError(new Error('odd', { cause: new RangeError('why') }), 'unknown')).toEqual({
      code: 'unknown',
      message: 'odd',
      cause: 'RangeError: why',
    });
    expect(toCodedError('text', 'unknown')).toEqual({ code: 'unknown', message: 'text' });
    expect(toCodedError(undefined, 'unknown')).toEqual({ code: 'unknown', message: 'undefined' });
  });

  it('stop after a few steps in a circle of causes', () => {
    const circle: { code: string; message: string; cause?: unknown } = { code: 'round', message: 'and round' };
    circle.cause = circle;
    expect(structuredClone(toCodedError(circle, 'unknown')).code).toBe('round');
  });
});

describe('tryAgainWords', () => {
  it.each([
    ['no connection', { code: 'network' }, 'Please check your connection and try again.'],
    ['no answer in time', { code: 'timeout' }, 'Please check your connection and try again.'],
    ['a gateway’s timeout', { code: 'timeout', status: 504 }, 'Please try again.'],
    ['an error of the server', { code: 'server', status: 500 }, 'Please try again.'],
    ['a full device', new DOMException('full', 'QuotaExceededError'), 'Please try again.'],
  ])('gives the advice for %s', (_failure, error, words) => {
    expect(tryAgainWords(error instanceof DOMException ? error : { message: '', ...error })).toBe(words);
  });
});
