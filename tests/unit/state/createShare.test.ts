import { describe, expect, it } from 'vitest';
import { coded } from '#core/values/errors.ts';
import { createShare, type ShareCalls } from '#features/share/state/createShare.ts';
import { shareErrorMessage } from '#features/share/state/share.ts';

const fresh = (id: string) => ({ id, tried: false });

/** Bytes that give the ids BBBBBBBB, CCCCCCCC, and so on. */
function countingBytes(): (count: number) => Uint8Array {
  let round = 1;
  return (count) => new Uint8Array(count).fill(round++);
}

/** A table in memory with the rules of the real one. */
function table(taken: readonly string[] = [], hidden: readonly string[] = []) {
  const seen: string[] = [];
  const pictures: string[] = [];
  const tried: string[] = [];
  const calls: ShareCalls = {
    isFree: async (id) => {
      seen.push(id);
      return !taken.includes(id);
    },
    onTry: (id) => void tried.push(id),
    storePicture: async (id) => void pictures.push(id),
    insert: async (id) => {
      if (taken.includes(id) || hidden.includes(id)) throw coded('duplicate', 'taken');
      return id;
    },
  };
  return { calls, seen, pictures, tried };
}

const words = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'made',
    (error) => shareErrorMessage(error),
  );

describe('making a share', () => {
  it('takes the first id that is free, and stores its picture first', async () => {
    const { calls, seen, pictures } = table(['AAAAAAAA', 'BBBBBBBB']);
    expect(await createShare(calls, fresh('AAAAAAAA'), countingBytes())).toBe('CCCCCCCC');
    expect(seen).toEqual(['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC']);
    expect(pictures).toEqual(['CCCCCCCC']);
  });

  it('goes on when an id that seemed free is taken by a share that is not active', async () => {
    const { calls, seen } = table([], ['AAAAAAAA']);
    expect(await createShare(calls, fresh('AAAAAAAA'), countingBytes())).toBe('BBBBBBBB');
    expect(seen).toHaveLength(2);
  });

  it('gives up after five collisions', async () => {
    const { calls, seen } = table(['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC', 'DDDDDDDD', 'EEEEEEEE', 'FFFFFFFF']);
    expect(await words(createShare(calls, fresh('AAAAAAAA'), countingBytes()))).toBe(
      'Failed to generate unique share ID',
    );
    expect(seen).toHaveLength(5);
  });

  it('reports which call failed', async () => {
    const { calls } = table();
    const failing = (broken: Partial<ShareCalls>): Promise<string> =>
      words(createShare({ ...calls, ...broken }, fresh('AAAAAAAA'), countingBytes()));
    expect(await failing({ isFree: () => Promise.reject(new Error('offline')) })).toBe(
      'Failed to verify share ID uniqueness',
    );
    expect(await failing({ insert: async () => null })).toBe('No data returned from share creation');
    expect(await failing({ insert: () => Promise.reject(new Error('the reason')) })).toBe(
      'Failed to create shareable link: the reason',
    );
    expect(shareErrorMessage({ code: 'no_audio_link', message: '' })).toBe(
      'Audio link not available. Please try again.',
    );
    expect(shareErrorMessage({ code: 'anything', message: '' })).toBe('Failed to create share link');
  });

  it('is made without a picture when that cannot be stored', async () => {
    const { calls } = table();
    expect(
      await createShare(
        { ...calls, storePicture: () => Promise.reject(new Error('offline')) },
        fresh('AAAAAAAA'),
        countingBytes(),
      ),
    ).toBe('AAAAAAAA');
  });

  it('takes an id that was tried before for its own, and keeps which ids it has tried', async () => {
    // The answer of the first try was lost: its share and its picture are there.
    const { calls, seen, tried } = table(['AAAAAAAA']);
    const answered: ShareCalls = {
      ...calls,
      storePicture: () => Promise.reject(coded('duplicate', 'taken')),
      insert: async (id) => id,
    };
    expect(await createShare(answered, { id: 'AAAAAAAA', tried: true }, countingBytes())).toBe('AAAAAAAA');
    expect(seen).toEqual([]);
    expect(tried).toEqual(['AAAAAAAA']);
    // The id belongs to another owner.
    expect(await createShare(calls, { id: 'AAAAAAAA', tried: true }, countingBytes())).toBe('BBBBBBBB');
    expect(tried).toEqual(['AAAAAAAA', 'AAAAAAAA', 'BBBBBBBB']);
  });
});
