import { isLinkSpent } from '../../domain/account/errorMessages.ts';
import type { CodedError } from '../../domain/errors.ts';
import { openLink, openRecovery, type OpenedLink } from './mailLink.ts';
import { forgetRecovery, type RecoveryTokens } from './session.ts';

/** What a try to set a new password through a mail's link came to. */
export type ResetStep =
  | { step: 'refused'; error: CodedError; /** The link is of no use any more. */ spent: boolean }
  /** The link is not known to be the visitor's: they are asked whether this account is meant. */
  | { step: 'ask'; email: string; signedInAs: string | null }
  | { step: 'done' };

export interface ResetFlow {
  /** Redeems the link (once) and sets the password, or says what has to be asked before. */
  submit(password: string): Promise<ResetStep>;
  /** The account is the one that is meant: sets the password that was submitted. */
  agree(): Promise<ResetStep>;
  /** Nobody goes on with it: what the link has given ends. */
  leave(): void;
}

/**
 * The choice of a new password behind a reset mail's link: our mail's token hash, or what the auth service's own mail leaves in the
 * fragment. Nobody is signed in by it, and nobody is signed out but its own account.
 */
export function resetFlow(mail: string | RecoveryTokens): ResetFlow {
  let link: OpenedLink | null = null;
  let wanted = '';
  let agreed = false;
  const refused = (error: CodedError): ResetStep => ({ step: 'refused', error, spent: isLinkSpent(error) });

  async function set(): Promise<ResetStep> {
    const outcome = await link!.setPassword(wanted);
    if (!outcome.ok) return refused(outcome.error);
    link = null;
    return { step: 'done' };
  }

  return {
    async submit(password) {
      wanted = password;
      if (link === null) {
        const opening = await (typeof mail === 'string' ? openLink(mail, 'recovery') : openRecovery(mail));
        if (!opening.ok) return refused(opening.error);
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
      forgetRecovery();
      link?.decline();
      link = null;
    },
  };
}
