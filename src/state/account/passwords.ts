import { currentAccount, requestPasswordReset, resendConfirmation, setPassword } from '../../backend/members/auth.ts';
import { attempt, type Outcome } from '../shell/outcome.ts';
import { noteMailRequest } from './requestedMails.ts';

/* Passwords, and the mails that a visitor may ask for. Failures come back as coded data, like those of auth.ts. */

/** Mails a link that leads to the choice of a new password. Unknown addresses are not told apart. */
export function askForReset(email: string): Promise<Outcome> {
  return attempt(async () => {
    await requestPasswordReset(email.trim().toLowerCase(), `${window.location.origin}/profile/update-password`);
    noteMailRequest('recovery', email);
  });
}

/** Mails the link that confirms a registration once more. Unknown and confirmed addresses are not told apart. */
export function mailConfirmationAgain(email: string): Promise<Outcome> {
  return attempt(() => resendConfirmation(email.trim().toLowerCase()));
}

/** True when somebody is signed in on this device, by the server's word. */
export function hasSession(): Promise<boolean> {
  return currentAccount().then(
    (account) => account !== null,
    () => false,
  );
}

/** Sets a new password for whoever is signed in. */
export function changePassword(password: string): Promise<Outcome> {
  return attempt(() => setPassword(password));
}
