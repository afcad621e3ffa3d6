import { isUnanswered, MAIL_PAUSE_SECONDS, mailPauseSeconds, mailErrorMessage } from '../domain/errorMessages.ts';
import { isCoded } from '#core/values/errors.ts';
import { mailConfirmationAgain } from './passwords.ts';
import { noteMailRequest, wasRequestedHere } from './requestedMails.ts';
import { cleanAddress } from '#core/values/nameRules.ts';

/**
 * Sends the confirmation mail of a registration again.
 * @returns the words to show, and the seconds until the next attempt
 */
export async function sendConfirmationAgain(email: string): Promise<{ words: string; wait: number }> {
  const outcome = await mailConfirmationAgain(email);
  if (outcome.ok) {
    // Extend the note of a registration made here to the newest mail.
    if (wasRequestedHere('signup', email)) noteMailRequest('signup', email);
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
