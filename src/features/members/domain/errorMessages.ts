import { isCoded, NETWORK_MESSAGE } from '#core/values/errors.ts';

/*
 * Messages for errors of accounts. Errors are coded data with the auth service's code in `detail` and its message in
 * `message`.
 */

const LOGIN_FALLBACK = 'Invalid email or password. Please try again.';
/** For an error of the service itself: neither the connection nor the input is wrong. */
export const SERVER_WORDS = 'Something went wrong on our side. Please try again in a moment.';
const ACCOUNT_NOT_FOUND = 'Account not found. Please check your email or create a new account.';
const LOGIN_WITHOUT_PROFILE = 'Login failed! Could not load your profile.';
const LOGIN_TIMED_OUT = 'Authentication attempt timed out. Please try again.';
const EMAIL_TAKEN = 'This email is already registered. Please log in instead.';
/** After a try without an answer: most likely that try succeeded. */
const EMAIL_TAKEN_AFTER_ALL = 'This email is already registered. Please try logging in instead.';
const EMAIL_REFUSED = 'Please provide a valid email address.';
const REGISTRATION_FALLBACK = 'Registration failed. Please try again.';
export const RESET_LINK_EXPIRED = 'Reset link is invalid or has expired. Please request a new password reset.';
export const CHANGE_LINK_EXPIRED = 'Invalid or expired reset link. Please request a new one.';
export const RESET_LINK_MISSING = 'Invalid reset link. Please request a new password reset.';
const SESSION_EXPIRED = 'Session expired. Please click the reset link again.';
export const UNAUTHORIZED_LINK = 'Unauthorized: Please use the reset link in your email.';
export const RESET_MAIL_FAILED = 'Failed to send password reset email';
const RESET_SAME_PASSWORD = 'New password must be different from your current password';
/** Beside the success of a new password, when sessions that began with the old one may still be open. */
export const OTHER_SESSIONS_OPEN = 'Your other devices could not be logged out. Please log out there.';
const PASSWORD_FALLBACK = 'Failed to update password. Please try again.';

/** The code of an error, and the auth service's own code and message. */
function read(error: unknown): { code: string; detail: string; message: string } {
  if (!isCoded(error)) return { code: 'unknown', detail: '', message: error instanceof Error ? error.message : '' };
  const { detail } = error as { detail?: unknown };
  return { code: error.code, detail: typeof detail === 'string' ? detail : '', message: error.message };
}

/** True when the backend could not be reached or failed itself. */
export function isConnectionError(error: unknown): boolean {
  return ['network', 'timeout', 'server', 'aborted'].includes(read(error).code);
}

export function loginErrorMessage(error: unknown): string {
  const { code, detail, message } = read(error);
  if (code === 'profile') return LOGIN_WITHOUT_PROFILE;
  if (code === 'timeout') return LOGIN_TIMED_OUT;
  if (code === 'network') return NETWORK_MESSAGE;
  if (code === 'server') return SERVER_WORDS;
  if (detail === 'user_not_found') return ACCOUNT_NOT_FOUND;
  if (detail === 'invalid_credentials' || /invalid login credentials/i.test(message)) return LOGIN_FALLBACK;
  return message || LOGIN_FALLBACK;
}

/** True when a login was refused because the address is unconfirmed. */
export function isUnconfirmed(error: unknown): boolean {
  const { detail, message } = read(error);
  return detail === 'email_not_confirmed' || /email not confirmed/i.test(message);
}

/** True without an answer: the outcome is unknown. */
export function isUnanswered(error: unknown): boolean {
  return ['network', 'timeout'].includes(read(error).code);
}

/**
 * The message for a refused registration, by the text of the service's message. `again`: the previous try had no
 * answer.
 */
export function registrationErrorMessage(error: unknown, isRepeated = false): string {
  const { code, detail, message } = read(error);
  if (code === 'network' || code === 'timeout') return NETWORK_MESSAGE;
  if (code === 'server') return SERVER_WORDS;
  // The address is valid, but not deliverable.
  if (detail === 'email_address_invalid' || detail === 'email_address_not_authorized') return EMAIL_REFUSED;
  if (/already|exists/i.test(message)) return isRepeated ? EMAIL_TAKEN_AFTER_ALL : EMAIL_TAKEN;
  if (/password/i.test(message)) return 'Password is invalid. Please use at least 8 characters.';
  if (/email/i.test(message)) return 'Please enter a valid email address.';
  return message || REGISTRATION_FALLBACK;
}

/** True when a mail's link (or its session) is used, expired or invalid. */
export function isLinkExpiredOrUsed(error: unknown): boolean {
  const { code, detail, message } = read(error);
  return (
    code !== 'network' &&
    ([
      'otp_expired',
      'otp_disabled',
      'session_not_found',
      'session_expired',
      'bad_jwt',
      'flow_state_not_found',
      'flow_state_expired',
    ].includes(detail) ||
      /invalid|expired/i.test(message))
  );
}

/** The message for a refused new password. */
export function newPasswordErrorMessage(error: unknown): string {
  const { code, detail, message } = read(error);
  if (detail === 'same_password' || /different from the old/i.test(message)) return `${RESET_SAME_PASSWORD}.`;
  if (code === 'network' || code === 'timeout') return NETWORK_MESSAGE;
  if (code === 'server') return SERVER_WORDS;
  if (detail === 'session_missing' || /session missing/i.test(message)) return SESSION_EXPIRED;
  if (isLinkExpiredOrUsed(error)) return CHANGE_LINK_EXPIRED;
  return message || PASSWORD_FALLBACK;
}

/**
 * The message for a mail (a reset link or a confirmation) that was not sent; `failed` is the screen's default.
 */
export function mailErrorMessage(error: unknown, failed: string): string {
  const { code, message } = read(error);
  if (code === 'network' || code === 'timeout') return NETWORK_MESSAGE;
  return code === 'server' ? failed : message || failed;
}

/** The message for a reset mail that the log-in dialog could not send. */
export function resetErrorMessage(error: unknown): string {
  const { code, message } = read(error);
  return code === 'network' || code === 'timeout' ? NETWORK_MESSAGE : `Error: ${message || RESET_MAIL_FAILED}`;
}

/** Default minimum time between two mails to one address, s. */
export const MAIL_PAUSE_SECONDS = 60;

/** Time until another mail can be sent, s: from the service's error, else {@link MAIL_PAUSE_SECONDS}. */
export function mailPauseSeconds(error?: unknown): number {
  const waitSeconds = /after (\d+) seconds?/i.exec(read(error).message)?.[1];
  return waitSeconds === undefined ? MAIL_PAUSE_SECONDS : Math.min(3600, Number(waitSeconds));
}
