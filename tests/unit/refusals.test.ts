import { expect, it } from 'vitest';
import { BackendError } from '#core/backend/errors.ts';
import { refusalWords, reportFailure } from '#features/moderation/domain/refusals.ts';

it.each([
  [new BackendError('rejected', '', { hint: 'not_public' }), 'This is not public any more.'],
  [new BackendError('rejected', '', { hint: 'own' }), 'This is your own. You can take it back yourself.'],
  [new BackendError('network', ''), 'Please check your connection and try again.'],
  [
    new BackendError('rate_limited', '', { hint: '60 s' }),
    'You have reported a lot. Please try again in some minutes.',
  ],
  [new BackendError('timeout', ''), 'Please check your connection and try again.'],
  [new BackendError('timeout', '', { status: 504 }), 'Your report could not be sent. Please try again.'],
  [new BackendError('server', ''), 'Your report could not be sent. Please try again.'],
  [new Error('broken'), 'Your report could not be sent. Please try again.'],
])('a refused report has its reason in plain words (%#)', (error, words) => {
  expect(reportFailure(error)).toBe(words);
});

it.each([
  ['hidden_sound', 'x', 'Accord has hidden this recording, so it cannot be published.'],
  ['email', 'Please enter a valid email address.', 'Please enter a valid email address.'],
  ['field', 'Please check the name.', 'Please check the name.'],
  ['no_recording', 'This recording does not exist.', null],
])('a refusal for "%s" has its own words', (hint, message, words) => {
  expect(refusalWords(new BackendError('rejected', message, { hint }))).toBe(words);
});
