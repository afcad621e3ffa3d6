import { isLinkExpiredOrUsed } from '../domain/errorMessages.ts';
import type { CodedError } from '#core/values/errors.ts';
import { openLink, openRecovery, type RedeemedLink } from './mailLink.ts';
import { clearRecoveryTokens, type RecoveryTokens } from '#features/session/state/session.ts';
import type { PasswordChange } from './passwords.ts';

/** Result of an attempt to set a new password through a mail's link. */
export type ResetStep =
  | { step: 'refused'; error: CodedError; /** The link is expired or used. */ linkInvalid: boolean }
  /** This browser did not request the link: the visitor decides whether this account is meant. */
  | { step: 'ask'; email: string; signedInAs: string | null }
  | ({ step: 'done' } & PasswordChange);

interface ResetFlow {
  /** Redeems the link (once) and sets the password, or returns the question to answer first. */
  submit(password: string): Promise<ResetStep>;
  /** The visitor confirms the account: sets the submitted password. */
  agree(): Promise<ResetStep>;
  /** Abandons the flow and ends the link's session. */
  leave(): void;
}

/**
 * Sets a new password through a reset mail's link: the token hash of our own mail, or the tokens that the auth
 * service's mail leaves in the fragment. Does not sign in, and ends only sessions of that account.
 */
export function resetFlow(mail: string | RecoveryTokens): ResetFlow {
  let link: RedeemedLink | null = null;
  let newPassword = '';
  let agreed = false;
  const refusedStep = (error: CodedError): ResetStep => ({
    step: 'refused',
    error,
    linkInvalid: isLinkExpiredOrUsed(error),
  });

  async function set(): Promise<ResetStep> {
    const outcome = await link!.setPassword(newPassword);
    if (!outcome.ok) return refusedStep(outcome.error);
    link = null;
    return { step: 'done', ...outcome.value };
  }

  return {
    async submit(password) {
      newPassword = password;
      if (link === null) {
        const opening = await (typeof mail === 'string' ? openLink(mail, 'recovery') : openRecovery(mail));
        if (!opening.ok) return refusedStep(opening.error);
        link = opening.value;
        agreed = link.expected;
      }
      return agreed ? set() : { step: 'ask', email: link.email, signedInAs: link.signedInAs };
    },
    agree() {
      agreed = true;
      return set();
    },
    leave() {
      clearRecoveryTokens();
      link?.decline();
      link = null;
    },
  };
}
