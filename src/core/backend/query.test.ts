import { expect, it, vi } from 'vitest';
import { onSessionOver, queryFailure } from './query.ts';

it('reports a call as unauthorized when its session has ended', () => {
  const heard = vi.fn<() => void>();
  const stop = onSessionOver(heard);
  expect(queryFailure({ code: 'PGRST301', message: 'JWT expired' }, 401).code).toBe('unauthorized');
  expect(heard).not.toHaveBeenCalled();
  const failure = queryFailure({ code: 'PT401', message: 'This session is over. Please log in again.' }, 401);
  expect([failure.code, failure.detail]).toEqual(['unauthorized', 'PT401']);
  expect(heard).toHaveBeenCalledOnce();
  stop();
});
