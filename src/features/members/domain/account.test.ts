import { describe, expect, test } from 'vitest';
import {
  validateConfirmation,
  validateEmail,
  isEmail,
  validateName,
  validatePassword,
} from '#features/session/domain/accountRules.ts';
import {
  isConnectionError,
  isLinkExpiredOrUsed,
  loginErrorMessage,
  newPasswordErrorMessage,
  registrationErrorMessage,
  resetErrorMessage,
} from './errorMessages.ts';

describe('a registration', () => {
  test.each([
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['\u3164\u2800\u200b', 'Name is required'],
    [' ab ', 'Name must be at least 3 characters'],
    ['a\u200bb\u200e', 'Name must be at least 3 characters'],
    ['abc', undefined],
    ['x'.repeat(49), undefined],
    ['x'.repeat(50), 'Name must be less than 50 characters'],
    ['🎵🎶', 'Name must be at least 3 characters'],
  ])('checks the name %j: %j', (name, trouble) => expect(validateName(name)).toBe(trouble));

  test.each([
    ['', 'Email is required'],
    ['ada', 'Please enter a valid email address'],
    ['ada@example', 'Please enter a valid email address'],
    ['a da@example.com', 'Please enter a valid email address'],
    [' ada+tag@mail.example.co.uk ', undefined],
    ['\u200bada@exam\u2060ple.com\u200e', undefined],
    ['\u200b\ufeff', 'Email is required'],
    ['ada@exämple.de', undefined],
    [`${'a'.repeat(250)}@b.de`, 'Please enter a valid email address'],
  ])('checks the e-mail %j: %j', (email, trouble) => expect(validateEmail(email)).toBe(trouble));

  test.each([
    ['', 'Password is required'],
    ['1234567', 'Password must be at least 8 characters'],
    ['12345678', undefined],
    ['x'.repeat(72), undefined],
    ['x'.repeat(73), 'Password must be less than 72 characters'],
    // 40 characters, 80 bytes: the hash would silently ignore the end of it.
    ['ä'.repeat(40), 'Password must be less than 72 characters'],
  ])('checks the password of %j: %j', (password, trouble) => expect(validatePassword(password)).toBe(trouble));

  test('needs the same password twice', () => {
    expect(validateConfirmation('12345678', '')).toBe('Please confirm your password');
    expect(validateConfirmation('12345678', '1234567')).toBe('Passwords do not match');
    expect(validateConfirmation('12345678', '12345678')).toBeUndefined();
  });

  test('accepts no address by its form alone', () => {
    expect(['@', 'a@', '@b.c', 'a@b..c', 'a@b.c.', 'a@.b.c', 'a b@c.d', 'a@b@c.d'].filter(isEmail)).toEqual([]);
  });
});

const failure = (code: string, message: string, detail?: string) => ({
  code,
  message,
  ...(detail === undefined ? {} : { detail }),
});

describe('the messages of account errors', () => {
  test.each([
    [
      failure('rejected', 'Invalid login credentials', 'invalid_credentials'),
      'Invalid email or password. Please try again.',
    ],
    [failure('network', 'Failed to fetch'), 'Network error. Please check your connection and try again.'],
    [failure('timeout', ''), 'Authentication attempt timed out. Please try again.'],
    [
      failure('rejected', 'User not found', 'user_not_found'),
      'Account not found. Please check your email or create a new account.',
    ],
    [failure('profile', 'no row'), 'Login failed! Could not load your profile.'],
    [failure('rejected', 'Email not confirmed', 'email_not_confirmed'), 'Email not confirmed'],
    [failure('rejected', ''), 'Invalid email or password. Please try again.'],
    [new Error(''), 'Invalid email or password. Please try again.'],
    ['what', 'Invalid email or password. Please try again.'],
  ])('explain a refused login (%#)', (error, words) => expect(loginErrorMessage(error)).toBe(words));

  test.each([
    ['User already registered', 'This email is already registered. Please log in instead.'],
    ['A user with this email address exists', 'This email is already registered. Please log in instead.'],
    [
      'Password should be at least 8 characters. Email is fine',
      'Password is invalid. Please use at least 8 characters.',
    ],
    ['Unable to validate email address: invalid format', 'Please enter a valid email address.'],
    ['Signups not allowed', 'Signups not allowed'],
    ['', 'Registration failed. Please try again.'],
  ])('explain a registration refused with %j', (message, words) =>
    expect(registrationErrorMessage(failure('rejected', message))).toBe(words),
  );

  test.each([
    [
      failure('rejected', 'New password should be different from the old password.', 'same_password'),
      'New password must be different from your current password.',
    ],
    [
      failure('forbidden', 'Email link is invalid or has expired', 'otp_expired'),
      'Invalid or expired reset link. Please request a new one.',
    ],
    [failure('unauthorized', 'Auth session missing!'), 'Session expired. Please click the reset link again.'],
    [failure('rejected', 'Password is known from a leak', 'weak_password'), 'Password is known from a leak'],
    [failure('rejected', ''), 'Failed to update password. Please try again.'],
  ])('explain a refused new password (%#)', (error, words) => expect(newPasswordErrorMessage(error)).toBe(words));

  test('blame an error of the service on neither the input nor the connection', () => {
    const failed = failure('server', 'Database error: the email already exists');
    const words = 'Something went wrong on our side. Please try again in a moment.';
    for (const message of [loginErrorMessage, registrationErrorMessage, newPasswordErrorMessage])
      expect(message(failed)).toBe(words);
  });

  test.each([
    ['network', true],
    ['timeout', true],
    ['server', true],
    ['aborted', true],
    ['rejected', false],
  ])('allow another try after the error "%s": %s', (code, again) => {
    expect(isConnectionError(failure(code, ''))).toBe(again);
  });

  test('leave a link usable when there is no connection', () => {
    expect(isLinkExpiredOrUsed(failure('network', 'invalid answer'))).toBe(false);
    expect(isLinkExpiredOrUsed(failure('forbidden', 'Token has expired or is invalid', 'otp_expired'))).toBe(true);
  });
});

test('distinguish an undeliverable address from an invalid one', () => {
  const refused = failure('rejected', 'Email address "a@example.invalid" is invalid', 'email_address_invalid');
  expect(registrationErrorMessage(refused)).toBe('Please provide a valid email address.');
  expect(registrationErrorMessage(failure('rejected', 'Unable to validate email address: invalid format'))).toBe(
    'Please enter a valid email address.',
  );
});

test('begin with "Error" and give the reason for an unsent reset mail', () => {
  expect(resetErrorMessage(failure('rejected', 'Mail is off'))).toBe('Error: Mail is off');
  expect(resetErrorMessage(failure('server', 'Error sending recovery email'))).toBe(
    'Error: Error sending recovery email',
  );
  expect(resetErrorMessage(failure('server', ''))).toBe('Error: Failed to send password reset email');
  expect(resetErrorMessage(failure('network', 'x'))).toMatch(/^Network error/);
});
