import { expect, it } from 'vitest';
import { BackendError } from '../../src/core/backend/errors.ts';
import { reportFailure } from '../../src/features/moderation/domain/index.ts';

it.each([
  [new BackendError('rejected', '', { hint: 'not_public' }), 'This is not public any more.'],
  [new BackendError('rejected', '', { hint: 'own' }), 'This is your own. You can take it back yourself.'],
  [new BackendError('network', ''), 'Please check your connection and try again.'],
  [
    new BackendError('rate_limited', '', { hint: '60 s' }),
    'You have reported a lot. Please try again in some minutes.',
  ],
  [new BackendError('server', ''), 'Your report could not be sent. Please try again.'],
  [new Error('broken'), 'Your report could not be sent. Please try again.'],
])('why a report was not stored is said in plain words (%#)', (error, words) => {
  expect(reportFailure(error)).toBe(words);
});
