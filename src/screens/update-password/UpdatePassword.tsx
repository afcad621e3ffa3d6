import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  CHANGE_LINK_EXPIRED,
  newPasswordErrorMessage,
  OTHER_SESSIONS_OPEN,
  UNAUTHORIZED_LINK,
} from '#features/members/domain/errorMessages.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { changePassword, hasSession, type PasswordChange } from '#features/members/state/passwords.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { resetFlow, type ResetStep } from '#features/members/state/resetFlow.ts';
import { recoveryTokens, session, type RecoveryTokens } from '#features/session/state/session.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { AccountPage } from '#features/members/components/AccountPage.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { FormAlert } from '#ui/forms/Field.tsx';
import { Row } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';
import { PasswordQuestion } from '#features/members/components/LinkQuestion.tsx';
import { NewPasswordForm } from '#features/members/components/NewPasswordForm.tsx';

const REDIRECT_MS = 2000;
const BACK_TO_REQUEST_MS = 3000;

type MailLink =
  /**
   * The mail's own token, or the tokens of the auth service's own mail in the fragment. Redeemed only when a password
   * is set, so that a mail scanner does not use it up.
   */
  | { kind: 'token'; mail: string | RecoveryTokens }
  | { kind: 'spent' }
  /** No link: a signed-in member may still change the password. */
  | { kind: 'none' };

function linkIn({ hash, search }: Pick<Location, 'hash' | 'search'>): MailLink {
  const query = new URLSearchParams(search);
  const fields = new URLSearchParams(hash.slice(1));
  const tokenHash = query.get('token_hash') ?? query.get('code');
  if (fields.has('error') || fields.has('error_code') || query.has('error')) return { kind: 'spent' };
  const mail = tokenHash || recoveryTokens();
  return mail === null ? { kind: 'none' } : { kind: 'token', mail };
}

type Access = 'checking' | 'open' | 'closed' | 'spent' | 'updated' | 'declined';

/** The target of a reset mail's link. */
export default function UpdatePassword() {
  const [, navigate] = useLocation();
  const [link] = useState(() => linkIn(window.location));
  const [flow] = useState(() => (link.kind === 'token' ? resetFlow(link.mail) : null));
  const [access, setAccess] = useState<Access>(
    link.kind === 'token' ? 'open' : link.kind === 'spent' ? 'spent' : 'checking',
  );
  const [question, setQuestion] = useState<Extract<ResetStep, { step: 'ask' }> | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => {
    let current = true;
    // Show errors, and remove the link's parameters from the URL.
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', `${window.location.pathname}${window.location.search}`);
    if (link.kind === 'none') void hasSession().then((signedIn) => current && setAccess(signedIn ? 'open' : 'closed'));
    return () => {
      current = false;
    };
  }, [link]);
  useEffect(() => () => flow?.leave(), [flow]);

  useEffect(() => {
    const [to, after] =
      access === 'updated'
        ? ['/', REDIRECT_MS]
        : access === 'spent'
          ? ['/reset-password', BACK_TO_REQUEST_MS]
          : [null, 0];
    if (to === null) return;
    const scope = new Scope();
    scope.timeout(() => navigate(to, { replace: true }), after);
    return () => scope.dispose();
  }, [access, navigate]);

  const updated = ({ otherSessionsEnded }: PasswordChange) => {
    notify({
      kind: 'success',
      title: 'Password updated successfully!',
      ...(otherSessionsEnded ? {} : { description: OTHER_SESSIONS_OPEN }),
      duration: NOTICE_MS,
      key: 'reset',
    });
    setAccess('updated');
  };

  const showStep = (step: ResetStep) => {
    setQuestion(step.step === 'ask' ? step : null);
    if (step.step === 'done') updated(step);
    else if (step.step === 'refused' && step.linkInvalid) setAccess('spent');
    else if (step.step === 'refused') setRefusal(newPasswordErrorMessage(step.error));
  };

  const set = async (password: string) => {
    setRefusal(null);
    if (flow !== null) {
      showStep(await flow.submit(password));
      return;
    }
    const outcome = await changePassword(password);
    if (outcome.ok) updated(outcome.value);
    else setRefusal(newPasswordErrorMessage(outcome.error));
  };

  const decline = () => {
    flow?.leave();
    setQuestion(null);
    setAccess('declined');
  };

  return (
    <AccountPage
      own={loadCurrentFragrance()}
      family="spice"
      title="Choose a new password"
      lead={access === 'open' && link.kind === 'none' ? `For ${session.user?.email ?? 'your account'}.` : undefined}
      outcome={access === 'updated' ? 'done' : access === 'closed' || access === 'spent' ? 'wilted' : undefined}
    >
      {access === 'checking' && <output>Loading...</output>}
      {access === 'open' && question === null && (
        <NewPasswordForm refusal={refusal} onSubmit={set} submitLabel="Update password" />
      )}
      {access === 'open' && question !== null && (
        <PasswordQuestion {...question} onDecline={decline} onAccept={async () => showStep(await flow!.agree())} />
      )}
      {access === 'updated' && <output className={form.done}>Password updated successfully!</output>}
      {access === 'spent' && <FormAlert>{CHANGE_LINK_EXPIRED}</FormAlert>}
      {access === 'declined' && <output className={form.done}>No password was changed.</output>}
      {(access === 'closed' || access === 'declined') && (
        <>
          {access === 'closed' && <FormAlert>{UNAUTHORIZED_LINK}</FormAlert>}
          <Row wrap gap={3} align="middle" className={form.actions}>
            <Button as={Link} href="/reset-password" variant="primary">
              Request a new link
            </Button>
          </Row>
        </>
      )}
    </AccountPage>
  );
}
