import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  isLinkExpiredOrUsed,
  isUnanswered,
  newPasswordErrorMessage,
  SERVER_WORDS,
} from '#features/members/domain/errorMessages.ts';
import { NETWORK_MESSAGE } from '#core/values/errors.ts';
import { lastRegistered } from '#features/members/state/requestedMails.ts';
import { sendConfirmationAgain } from '#features/members/state/passwords.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { openLink, type RedeemedLink } from '#features/members/state/mailLink.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { ANOTHER_BROWSER, CHOOSE_PASSWORD_REASON } from '#features/members/domain/confirmationWords.ts';
import { AccountPage } from '#features/members/components/AccountPage.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { FormAlert } from '#ui/forms/Field.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';
import { LinkQuestion } from '#features/members/components/LinkQuestion.tsx';
import { MailAgain } from '#features/members/components/MailAgain.tsx';
import { NewPasswordForm } from '#features/members/components/NewPasswordForm.tsx';

type Step = 'ready' | 'busy' | 'kept' | 'without password' | 'spent';

const NewPassword = () => <Link href="/reset-password">Choose a new password</Link>;

/** The token of a confirmation mail's link; null when the URL has none. */
function tokenIn(search: string): string | null {
  const query = new URLSearchParams(search);
  return query.get('type') === 'signup' || query.get('type') === 'email' ? query.get('token_hash') : null;
}

/** The target of a confirmation mail's link. Acts only on a press: mail scanners open links as well. */
export default function ConfirmEmail() {
  const [, navigate] = useLocation();
  const [token] = useState(() => tokenIn(window.location.search));
  const [step, setStep] = useState<Step>(token === null ? 'spent' : 'ready');
  const [refusal, setRefusal] = useState<string | null>(null);
  /** An opened link that may be another member's: the visitor decides. */
  const [asked, setAsked] = useState<RedeemedLink | null>(null);
  /** A link whose account needs a password before the sign-in. */
  const [choosing, setChoosing] = useState<RedeemedLink | null>(null);
  const undecided = useRef<RedeemedLink | null>(null);
  const registered = lastRegistered();
  // Leaving the screen declines the link.
  useEffect(() => () => undecided.current?.decline(), []);

  const signIn = async (opened: RedeemedLink) => {
    undecided.current = null;
    setAsked(null);
    setStep('busy');
    const outcome = await opened.signIn();
    if (outcome.ok) {
      notify({
        kind: 'success',
        title: 'Your email is confirmed. Welcome!',
        duration: NOTICE_MS,
        key: 'mail-link',
      });
      navigate(loadCurrentFragrance() === null ? '/' : '/results', { replace: true });
      return;
    }
    notify({
      kind: 'success',
      title: 'Your email is confirmed.',
      description: 'Please log in.',
      duration: NOTICE_MS,
      key: 'mail-link',
    });
    navigate('/login', { replace: true });
  };

  const goOn = async (opened: RedeemedLink) => {
    if (!opened.passwordMissing) return signIn(opened);
    setAsked(null);
    undecided.current = opened;
    setChoosing(opened);
  };

  const choose = async (opened: RedeemedLink, password: string) => {
    setRefusal(null);
    const outcome = await opened.choosePassword(password);
    if (!outcome.ok) {
      setRefusal(newPasswordErrorMessage(outcome.error));
      return;
    }
    setChoosing(null);
    await signIn(opened);
  };

  const confirm = async () => {
    if (token === null || step === 'busy') return;
    setRefusal(null);
    setStep('busy');
    const outcome = await openLink(token, 'signup');
    if (!outcome.ok) {
      const spent = isLinkExpiredOrUsed(outcome.error);
      if (!spent)
        setRefusal(
          isUnanswered(outcome.error)
            ? NETWORK_MESSAGE
            : outcome.error.code === 'server'
              ? SERVER_WORDS
              : outcome.error.message || SERVER_WORDS,
        );
      setStep(spent ? 'spent' : 'ready');
      return;
    }
    // The token is used: remove it from the URL before a reload.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    if (outcome.value.expected) await goOn(outcome.value);
    else {
      undecided.current = outcome.value;
      setAsked(outcome.value);
    }
  };

  const decline = () => {
    setStep(undecided.current?.passwordMissing === true ? 'without password' : 'kept');
    undecided.current?.decline();
    undecided.current = null;
    setAsked(null);
  };

  if (asked !== null) {
    return (
      <AccountPage own={loadCurrentFragrance()} title="Whose account is this?">
        <LinkQuestion
          email={asked.email}
          signedInAs={asked.signedInAs}
          decline="It was not me"
          accept="Yes, this is my account"
          onDecline={decline}
          onAccept={() => goOn(asked)}
        >
          {`${asked.signedInAs === null ? '' : 'You would be logged out first. '}Everything made in this browser so far stays here.${
            asked.passwordMissing ? ` Next you choose your password again: ${CHOOSE_PASSWORD_REASON}` : ''
          }`}
        </LinkQuestion>
      </AccountPage>
    );
  }
  if (choosing !== null) {
    return (
      <AccountPage
        own={loadCurrentFragrance()}
        title="Choose your password"
        lead={`For ${choosing.email}. ${ANOTHER_BROWSER}: ${CHOOSE_PASSWORD_REASON}`}
      >
        <NewPasswordForm
          refusal={refusal}
          onSubmit={(password) => choose(choosing, password)}
          submitLabel="Set password"
        />
      </AccountPage>
    );
  }
  if (step === 'kept' || step === 'without password') {
    return (
      <AccountPage own={loadCurrentFragrance()} title="Nothing has changed here">
        <output className={form.done}>
          {`The address is confirmed. You were not logged in.${
            step === 'kept' ? '' : ' Before the first login, its owner chooses the password again.'
          }`}
        </output>
        <Row wrap gap={3} align="middle" className={form.actions}>
          <Button as={Link} href="/" variant="primary">
            Return to Home
          </Button>
          {step === 'without password' && <NewPassword />}
        </Row>
      </AccountPage>
    );
  }
  if (step === 'spent') {
    return (
      <AccountPage own={loadCurrentFragrance()} title="Confirm your email" outcome="wilted">
        <FormAlert>
          This link is invalid or has expired. If it was used before, your email is confirmed: please log in.
        </FormAlert>
        <Row wrap gap={3} align="middle" className={form.actions}>
          <Button as={Link} href="/login" variant="primary">
            Log in
          </Button>
          {registered !== null && (
            <MailAgain label={`Send a new link to ${registered}`} onSend={() => sendConfirmationAgain(registered)} />
          )}
          <NewPassword />
        </Row>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      own={loadCurrentFragrance()}
      title="Confirm your email"
      lead={
        registered === null
          ? `One step is left. ${ANOTHER_BROWSER}: ${CHOOSE_PASSWORD_REASON}`
          : `One step is left. If you registered here as ${registered}, you are in at once. For another address you choose your password again: ${CHOOSE_PASSWORD_REASON}`
      }
    >
      <Stack gap={4} narrows>
        {refusal !== null && <FormAlert>{refusal}</FormAlert>}
        <Row wrap gap={3} align="middle" className={form.actions}>
          <Button variant="primary" aria-disabled={step === 'busy'} onClick={() => void confirm()}>
            {step === 'busy' ? 'Confirming...' : 'Confirm my email'}
          </Button>
        </Row>
      </Stack>
    </AccountPage>
  );
}
