import { Link } from 'wouter';
import { lastRegistered } from '#features/members/state/requestedMails.ts';
import { sendConfirmationAgain } from '#features/members/state/passwords.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { KNOWN_ADDRESS_WORDS, LINK_WORDS } from '#features/members/domain/confirmationWords.ts';
import { AccountPage } from '#features/members/components/AccountPage.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import { MailAgain } from '#features/members/components/MailAgain.tsx';
import styles from './SignUpSuccess.module.css';

/** After a sign-up in the dialog: announces that a mail follows when the account is active. */
export default function SignUpSuccess() {
  const email = lastRegistered();
  return (
    <AccountPage own={loadCurrentFragrance()} family="green" title="Check your mail" outcome="done">
      <Stack gap={3} className={styles.words}>
        <Text size="large">Your account has been submitted. You will receive an email when it is activated.</Text>
        <Text size="small" tone="muted">{`${LINK_WORDS} ${KNOWN_ADDRESS_WORDS}`}</Text>
      </Stack>
      {email !== null && (
        <MailAgain label={`No email at ${email}? Send it again`} onSend={() => sendConfirmationAgain(email)} />
      )}
      <Row wrap gap={3} align="middle">
        <Button as={Link} href="/" variant="primary">
          Create a Fragrance
        </Button>
        <Button as={Link} href="/" variant="flush">
          Return to Home
        </Button>
      </Row>
    </AccountPage>
  );
}
