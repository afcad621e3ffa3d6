import { endSession, redeemRecovery, redeemToken } from '../backend/auth.ts';
import type { PendingSession } from '../backend/pendingSession.ts';
import { isCoded } from '#core/values/errors.ts';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { deleteMailRequest, wasRequestedHere, type MailKind } from './requestedMails.ts';
import { activateSession } from './auth/enter.ts';
import { attempt, type Outcome } from '#core/appState/outcome.ts';
import { clearUser, markOwnDevice, session, type RecoveryTokens } from '#features/session/state/session.ts';
import type { PasswordChange } from './passwords.ts';
import { claimDeviceData } from './claimDeviceData.ts';

/*
 * Handles a link in one of our mails. The visitor's action redeems its token in a separate session, because it may
 * belong to another member. That yields the account; unless this browser requested the mail, the screen asks the
 * visitor.
 */

/** A link whose token was redeemed. */
export interface RedeemedLink {
  /** The account's e-mail address. */
  email: string;
  /** This browser requested the mail and no other member is signed in: no question is needed. */
  expected: boolean;
  /** Another member who is signed in here. */
  signedInAs: string | null;
  /** The link is for the signed-in member. */
  own: boolean;
  /** The account has no password yet: the one of the registration was not chosen on this device. */
  passwordMissing: boolean;
  /**
   * Signs in the link's account, in place of {@link signedInAs}. This device's data moves to it only if this browser
   * registered it.
   */
  signIn(): Promise<Outcome<MemberProfile>>;
  /** Gives the account a password, before {@link signIn}. */
  choosePassword(password: string): Promise<Outcome>;
  /** Sets the account's password. Ends every session of that account; the session of another member stays. */
  setPassword(password: string): Promise<Outcome<PasswordChange>>;
  /** Ends the link's session; this browser stays as it was. */
  decline(): void;
}

/**
 * Redeems a mail's one-time token. Errors are the auth service's; `detail` is `otp_expired` when the link was used.
 */
export function openLink(tokenHash: string, kind: MailKind): Promise<Outcome<RedeemedLink>> {
  return attempt(async () => {
    const pendingSession = await redeemToken(tokenHash, kind);
    return toOpenedLink(pendingSession, kind, kind === 'signup' && !(await pendingSession.keepPassword()));
  });
}

/** Opens a recovery link that carries its tokens in the fragment. Errors as of {@link openLink}. */
export function openRecovery({ accessToken, refreshToken }: RecoveryTokens): Promise<Outcome<RedeemedLink>> {
  return attempt(async () => toOpenedLink(await redeemRecovery(accessToken, refreshToken), 'recovery', false));
}

function toOpenedLink(pendingSession: PendingSession, kind: MailKind, passwordMissing: boolean): RedeemedLink {
  const { email, id } = pendingSession.account;
  const holder = session.user;
  const own = holder?.id === id;
  const askedHere = wasRequestedHere(kind, email);
  const other = holder !== null && !own ? holder : null;
  /**
   * A password whose change got no answer: if the service answers that it is set already, the change succeeded.
   */
  let unanswered: string | null = null;
  const setOnce = async (password: string): Promise<void> => {
    try {
      await pendingSession.setPassword(password);
    } catch (error) {
      const { detail } = error as { detail?: unknown };
      if (!(detail === 'same_password' && unanswered === password)) {
        unanswered = isCoded(error, 'network') || isCoded(error, 'timeout') ? password : unanswered;
        throw error;
      }
    }
  };
  return {
    email,
    expected: own || (askedHere && other === null),
    signedInAs: other?.email ?? null,
    own,
    passwordMissing,
    choosePassword: (password) => attempt(() => setOnce(password)),
    signIn: () =>
      attempt(async () => {
        if (own && session.user?.id === id) {
          // The existing session serves as well.
          void pendingSession.end('local');
          deleteMailRequest(kind, email);
          return session.user;
        }
        const member = await activateSession(pendingSession, { insteadOf: other?.id ?? null, profile: 'if it comes' });
        if (kind === 'signup' && askedHere) {
          markOwnDevice(member.id);
          claimDeviceData(member);
        }
        deleteMailRequest(kind, email);
        return member;
      }),
    setPassword: (password) =>
      attempt(async () => {
        await setOnce(password);
        deleteMailRequest(kind, email);
        const otherSessionsEnded = await pendingSession.end('global');
        if (session.user?.id === id) {
          await endSession('local', 5000).catch(() => undefined);
          clearUser();
        }
        return { otherSessionsEnded };
      }),
    decline: () => void pendingSession.end('local'),
  };
}
