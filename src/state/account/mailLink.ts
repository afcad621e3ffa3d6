import { endSession, redeemRecovery, redeemToken } from '../../backend/members/auth.ts';
import type { PendingSession } from '../../backend/members/pendingSession.ts';
import { isCoded } from '../../domain/errors.ts';
import type { MemberProfile } from '../../domain/account/member.ts';
import { forgetMailRequest, wasRequestedHere, type MailKind } from './requestedMails.ts';
import { enter } from './auth.ts';
import { attempt, type Outcome } from '../shell/outcome.ts';
import { forgetUser, markOwnDevice, session, type RecoveryTokens } from './session.ts';
import { adoptDeviceData } from './adoptDeviceData.ts';

/*
 * What becomes of a link in one of our mails. Its token is redeemed when the visitor acts, and aside: it may be somebody
 * else's. Whom it belongs to is known then, and unless this very browser asked for the mail, the visitor is asked.
 */

/** A link whose token was redeemed. */
export interface OpenedLink {
  /** Whom it belongs to. */
  email: string;
  /** This browser asked for the mail and nobody else is signed in: there is nothing to ask. */
  expected: boolean;
  /** Somebody else who is signed in here. */
  signedInAs: string | null;
  /** It is the signed-in member's own. */
  own: boolean;
  /** The account has no password yet: the one of the registration was not chosen on this device. */
  passwordMissing: boolean;
  /** Signs its account in here, in place of {@link signedInAs}. What was made here before comes along only where this browser registered it. */
  signIn(): Promise<Outcome<MemberProfile>>;
  /** Gives its account a password, before {@link signIn}. */
  choosePassword(password: string): Promise<Outcome>;
  /** Sets its account's password. Every session of that account is over then; the one of another member stays. */
  setPassword(password: string): Promise<Outcome>;
  /** Ends what the link has given; this browser stays as it was. */
  decline(): void;
}

/** Redeems a mail's one-time token. Error as of the auth service; `otp_expired` in its `detail` when the link is spent. */
export function openLink(tokenHash: string, kind: MailKind): Promise<Outcome<OpenedLink>> {
  return attempt(async () => {
    const pendingSession = await redeemToken(tokenHash, kind);
    return opened(pendingSession, kind, kind === 'signup' && !(await pendingSession.keepPassword()));
  });
}

/** Opens a recovery link that carries its tokens in the fragment. Error as of {@link openLink}. */
export function openRecovery({ accessToken, refreshToken }: RecoveryTokens): Promise<Outcome<OpenedLink>> {
  return attempt(async () => opened(await redeemRecovery(accessToken, refreshToken), 'recovery', false));
}

function opened(pendingSession: PendingSession, kind: MailKind, passwordMissing: boolean): OpenedLink {
  const { email, id } = pendingSession.account;
  const holder = session.user;
  const own = holder?.id === id;
  const askedHere = wasRequestedHere(kind, email);
  const other = holder !== null && !own ? holder : null;
  /** A password whose change was not answered: when the service has it already, it was taken then. */
  let unanswered: string | null = null;
  return {
    email,
    expected: own || (askedHere && other === null),
    signedInAs: other?.email ?? null,
    own,
    passwordMissing,
    choosePassword: (password) => attempt(() => pendingSession.setPassword(password)),
    signIn: () =>
      attempt(async () => {
        if (own && session.user?.id === id) {
          // The session that is there is as good.
          void pendingSession.end('local');
          forgetMailRequest(kind, email);
          return session.user;
        }
        const member = await enter(pendingSession, { insteadOf: other?.id ?? null, profile: 'if it comes' });
        if (kind === 'signup' && askedHere) {
          markOwnDevice(member.id);
          adoptDeviceData(member);
        }
        forgetMailRequest(kind, email);
        return member;
      }),
    setPassword: (password) =>
      attempt(async () => {
        try {
          await pendingSession.setPassword(password);
        } catch (error) {
          const { detail } = error as { detail?: unknown };
          if (!(detail === 'same_password' && unanswered === password)) {
            unanswered = isCoded(error, 'network') || isCoded(error, 'timeout') ? password : unanswered;
            throw error;
          }
        }
        forgetMailRequest(kind, email);
        await pendingSession.end('global');
        if (session.user?.id === id) {
          await endSession('local', 5000).catch(() => undefined);
          forgetUser();
        }
      }),
    decline: () => void pendingSession.end('local'),
  };
}
