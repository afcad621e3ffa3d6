import { expect, it } from 'vitest';
import { AUDIO_ERRORS, audioErrorMessage } from './audioErrors.ts';

it('has a title for each failure of recording, and different first suggestions for those of a microphone', () => {
  expect(Object.entries(AUDIO_ERRORS).map(([type, { title }]) => [type, title])).toEqual([
    ['permission_denied', 'Microphone Access Blocked'],
    ['not_found', 'No Microphone Found'],
    ['not_readable', 'Microphone Unavailable'],
    ['over_constrained', 'Microphone Configuration Issue'],
    ['security_error', 'Security Error'],
    ['connection_failed', 'Microphone Access Failed'],
    ['unknown', 'Microphone Access Failed'],
    ['invalid_file', 'Invalid audio file'],
    ['recording_failed', 'Recording failed'],
    ['too_long', 'That sound is too long'],
    ['engine', 'We could not listen to your sound'],
  ]);
  const suggestions = Object.values(AUDIO_ERRORS)
    .slice(0, 7)
    .map((error) => error.suggestions);
  for (const some of suggestions) expect(some.length).toBeGreaterThanOrEqual(2);
  expect(new Set(suggestions.map(([first]) => first)).size).toBe(7);
});

it('suggests another browser first if this one has no microphones at all', () => {
  expect(audioErrorMessage('unknown', { hasDevices: false }).suggestions[0]).toContain('Open Accord in an up-to-date');
  expect(audioErrorMessage('unknown').suggestions[0]).toContain('Check that a microphone is plugged in');
});
