import { describe, expect, it } from 'vitest';
import { BackendError } from '#core/backend/errors.ts';
import { contactErrorMessage } from '#features/community/state/contact.ts';

describe('the notice about a failed message', () => {
  it.each([
    [new BackendError('timeout', 'No answer within 30 s.'), 'Request timed out. Please try again.'],
    [
      new BackendError('network', 'The backend could not be reached.'),
      'Unable to connect to server. Please check your internet connection.',
    ],
    [new BackendError('server', 'The backend answered 500.', { status: 500, detail: 'not_json' }), 'Server error: 500'],
    [
      new BackendError('rejected', 'Please use at most 5000 characters.', { status: 400 }),
      'Server error: Please use at most 5000 characters.',
    ],
    [
      new BackendError('server', 'The backend answered 200.', { status: 200, detail: 'not_json' }),
      'Server returned invalid response. Please try again.',
    ],
    [
      new BackendError('server', 'The backend answered 200.', { status: 200 }),
      'Failed to send message. Please try again.',
    ],
    [new BackendError('server', 'We are closed.', { status: 200 }), 'We are closed.'],
    [new BackendError('rejected', 'This cannot be stored.'), 'Error: This cannot be stored.'],
    [new Error('odd'), 'Error: odd'],
    [undefined, 'Network error. Please check your connection and try again.'],
  ])('has the right words for: %s', (failure, words) => {
    expect(contactErrorMessage(failure)).toBe(words);
  });
});
