import { expect, it } from 'vitest';
import { deviceOf } from '#core/storage/localStore.ts';
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

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15',
    true,
    'Open Settings, then your browser',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', true, 'Open Settings, then your browser'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', false, 'Open System Settings'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36', true, 'Press and hold the icon'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', false, 'Open Settings, then Privacy & security'],
])('names the system setting of the own device alone: %s, touch %s', (userAgent, touch, step) => {
  const { suggestions } = audioErrorMessage('permission_denied', {
    system: deviceOf(userAgent, 1024, touch).system,
    touch,
  });
  expect(suggestions).toHaveLength(3);
  expect(suggestions[1]).toContain(step);
});

it('has a general step where the system is unknown', () => {
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36';
  const { suggestions } = audioErrorMessage('permission_denied', { system: deviceOf(agent, 1024, false).system });
  expect(suggestions).toHaveLength(3);
  expect(suggestions[1]).toContain('in the settings of your system');
});
