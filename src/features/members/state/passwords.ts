import {
  currentAccount,
  endOtherSessions,
  requestPasswordReset,
  resendConfirmation,
  setPassword,
} from '../backend/auth.ts';
import { cleanAddress } from '#core/values/nameRules.ts';
import { attempt, type Outcome } from '#core/appState/outcome.ts';
import { storeMailRequest, wasRequestedHere } from './requestedMails.ts';
import { isUnanswered, MAIL_PAUSE_SECONDS, mailPauseSeconds, mailErrorMessage } from '../domain/errorMessages.ts';
import { isCoded } from '#core/values/errors.ts';

/* Passwords, and the mails that a visitor may request. Failures are coded data, as in auth.ts. */

/** A password was set. False when sessions that began with the old one may still be open. */
export interface PasswordChange {
  otherSessionsEnded: boolean;
}

/** Mails a link for choosing a new password. Does not reveal whether the address is registered. */
export function requestReset(email: string): Promise<Outcome> {
  return attempt(async () => {
    await requestPasswordReset(cleanAddress(email).toLowerCase(), `${window.location.origin}/profile/update-password`);
    storeMailRequest('recovery', email);
  });
}

/**
 * Mails the confirmation link of a registration again. Does not reveal whether the address is registered or confirmed.
 */
function mailConfirmationAgain(email: string): Promise<Outcome> {
  return attempt(() => resendConfirmation(cleanAddress(email).toLowerCase()));
}

/** True when the server confirms a session on this device. */
export function hasSession(): Promise<boolean> {
  return currentAccount().then(
    (account) => account !== null,
    () => false,
  );
}

/**
 * Sets a new password for the signed-in member, and ends the member's other sessions. `otherSessionsEnded` is false
 * when the service did not confirm that.
 */
export function changePassword(password: string): Promise<Outcome<PasswordChange>> {
  return attempt(async () => {
    await setPassword(password);
    return { otherSessionsEnded: (await attempt(() => endOtherSessions())).ok };
  });
}

/**
 * Sends the confirmation mail of a registration again.
 * @returns the words to show, and the seconds until the next attempt
 */
export async function sendConfirmationAgain(email: string): Promise<{ words: string; wait: number }> {
  const outcome = await mailConfirmationAgain(email);
  if (outcome.ok) {
    // Extend the note of a registration made here to the newest mail.
    if (wasRequestedHere('signup', email)) storeMailRequest('signup', email);
    return {
      words: `If ${cleanAddress(email)} is not confirmed yet, the mail is on its way. Please check your spam folder too.`,
      wait: MAIL_PAUSE_SECONDS,
    };
  }
  const { error } = outcome;
  if (isCoded(error, 'rate_limited'))
    return { words: 'The last mail was sent a moment ago.', wait: mailPauseSeconds(error) };
  return {
    words: mailErrorMessage(error, 'The mail could not be sent. Please try again.'),
    wait: isUnanswered(error) ? 0 : 5,
  };
}
