import { Link } from 'wouter';
import { lastRegistered } from '../../state/account/requestedMails.ts';
import { sendConfirmationAgain } from '../../state/account/confirmationMail.ts';
import { loadCurrentFragrance } from '../../state/fragrance/loadFragrance.ts';
import { AccountPage } from '../../ui/account/AccountPage.tsx';
import { buttonClass } from '../../ui/controls/button.ts';
import { MailAgain } from '../../ui/account/MailAgain.tsx';
import styles from './SignUpSuccess.module.css';

/** After a sign-up in the dialog: tells that a mail follows when the account is active. */
export default function SignUpSuccess() {
  const fragrance = loadCurrentFragrance();
  const email = lastRegistered();
  return (
    <AccountPage title="Thank you for joining" face={fragrance}>
      <p className={styles.words}>
        Your account has been submitted. You will receive an email when it is activated: open the link in it, and you
        are in.
      </p>
      {email !== null && (
        <MailAgain label={`No email at ${email}? Send it again`} onSend={() => sendConfirmationAgain(email)} />
      )}
      <div className="actions middle">
        <Link href="/" className={buttonClass('primary')}>
          Create a fragrance
        </Link>
        <Link href="/" className={buttonClass('quiet')}>
          Back to home
        </Link>
      </div>
    </AccountPage>
  );
}
