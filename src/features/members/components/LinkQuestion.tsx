import { useState } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';

interface LinkQuestionProps {
  /** Address of the link's account. */
  email: string;
  /** Address of another signed-in member, if any. */
  signedInAs: string | null;
  /** Consequence of yes. */
  children: string;
  accept: string;
  decline: string;
  /** Until it resolves, a second press does nothing. */
  onAccept: () => Promise<void>;
  onDecline: () => void;
}

/** The question whether a mail's link is for the visitor: it may be another member's. */
export function LinkQuestion({ email, signedInAs, children, accept, decline, onAccept, onDecline }: LinkQuestionProps) {
  const [busy, setBusy] = useState(false);
  const agree = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await onAccept();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={4} narrows>
      <output className={form.done}>
        <strong className="anywhere">{`This link belongs to ${email}`}</strong>
        <span>
          {`It was not requested in this browser${signedInAs === null ? '' : `, where you are logged in as ${signedInAs}`}. Go on only if that address is yours.`}
        </span>
        <span>{children}</span>
      </output>
      <Row wrap gap={3} align="middle" className={form.actions}>
        <Button variant="primary" long aria-disabled={busy} onClick={() => void agree()}>
          {accept}
        </Button>
        <Button variant="flush" long onClick={onDecline}>
          {decline}
        </Button>
      </Row>
    </Stack>
  );
}

type PasswordQuestionProps = Pick<LinkQuestionProps, 'email' | 'signedInAs' | 'onAccept' | 'onDecline'>;

/** The question of a link by which a new password is set. */
export function PasswordQuestion({ email, ...props }: PasswordQuestionProps) {
  return (
    <LinkQuestion email={email} decline="No, change nothing" accept={`Set it for ${email}`} {...props}>
      The new password would be set for that account.
    </LinkQuestion>
  );
}
