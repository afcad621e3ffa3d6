import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installPage, memoryStorage } from '../memoryStorage.ts';

/** The answers as a page that was opened just now has them. */
async function page() {
  vi.resetModules();
  return import('../../../src/features/listen/state/recording/answers.ts');
}

const PARENT = { shareId: 'Ab3dEf7h', name: 'Rose Nocturne' };

let storage: Storage;
beforeEach(() => {
  storage = installPage();
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('an answer', () => {
  it('is what is recorded next, also after a reload, and remembered on this device', async () => {
    (await page()).intendAnswer(PARENT);
    (await page()).answerWith('first');
    const later = await page();
    expect(later.answerOf('first')).toEqual(PARENT);
    // Once: what is recorded then is a fragrance of its own.
    later.answerWith('second');
    expect(later.answerOf('second')).toBeNull();
    expect(later.answerOf(undefined)).toBeNull();
  });

  it('is none after the visitor has begun something else, or half an hour later', async () => {
    vi.useFakeTimers({ now: 0 });
    const { intendAnswer, intendNoAnswer, answerWith, answerOf } = await page();
    intendAnswer(PARENT);
    intendNoAnswer();
    answerWith('own');
    expect(answerOf('own')).toBeNull();
    intendAnswer(PARENT);
    vi.setSystemTime(31 * 60_000);
    answerWith('late');
    expect(answerOf('late')).toBeNull();
  });

  it('is forgotten with the oldest, and broken storage is no answer', async () => {
    const { intendAnswer, answerWith, answerOf } = await page();
    for (let i = 0; i <= 100; i++) {
      intendAnswer(PARENT);
      answerWith(`recording ${i}`);
    }
    expect(answerOf('recording 0')).toBeNull();
    expect(answerOf('recording 100')).toEqual(PARENT);
    for (const broken of ['{', '7', '[null, 1, {"recordingId": "x", "shareId": "no", "name": "x"}]']) {
      storage.setItem('accord:answers', broken);
      expect(answerOf('x')).toBeNull();
      sessionStorage.setItem('accord:answering', broken);
      const fresh = await page();
      fresh.answerWith('y');
      expect(fresh.answerOf('y')).toBeNull();
    }
  });
});
