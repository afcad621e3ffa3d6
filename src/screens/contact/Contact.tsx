import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import * as z from 'zod/mini';
import { validateEmail } from '#features/session/domain/accountRules.ts';
import { validateContactName, validateMessage } from '#features/community/domain/preorder.ts';
import {
  contact,
  CONTACT_SENT,
  followMessage,
  resetContact,
  sendMessage,
  reopenMessage,
  type Message,
} from '#features/community/state/contact.ts';
import { session } from '#features/session/state/session.ts';
import { outboxView, type Waiting } from '#features/outbox/state/outbox.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { AccountPage } from '#features/members/components/AccountPage.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { EmailField, FormAlert, TextAreaField, TextField } from '#ui/forms/Field.tsx';
import form from '#ui/forms/form.module.css';
import { toValidator } from '#ui/forms/formRules.ts';
import { PrivacyLine } from '#ui/forms/PrivacyLine.tsx';
import { SubmitButton } from '#ui/forms/SubmitButton.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';

const schema = z.object({
  name: toValidator(validateContactName),
  email: toValidator(validateEmail),
  message: toValidator(validateMessage),
});
const EMPTY_FORM = { name: '', email: '', message: '' };

/** True when the fields have the sent message, except for white space around it. */
const isSame = (message: Message, fields: Message): boolean =>
  message.name.trim() === fields.name.trim() &&
  message.email.trim() === fields.email.trim() &&
  message.message.trim() === fields.message.trim();

/** The contact form. */
export default function Contact() {
  const { status, error } = useSnapshot(contact);
  const { field, handleSubmit, reset, getValues, formState } = useValidatedForm({
    schema,
    defaultValues: { ...EMPTY_FORM, email: session.user?.email ?? '' },
  });
  const busy = status === 'submitting';
  useEffect(() => {
    resetContact();
    return resetContact;
  }, []);
  const { waiting } = useSnapshot(outboxView);
  const waitingMessages = waiting.filter(({ kind, attempts }) => kind === 'contact' && attempts > 0);
  const refusedMessage = waitingMessages.find((entry) => entry.refused !== undefined);
  const { isDirty } = formState;
  useEffect(() => {
    const entry = waitingMessages.findLast((candidate) => candidate.refused === undefined);
    // The form shows a message of an earlier visit until it is sent.
    if ((status !== 'idle' && status !== 'waiting') || isDirty || entry === undefined) return;
    const { message } = getValues();
    const isShown = message !== '' && contact.waitingId === entry.id;
    const isFree = message === '' || message === (entry.payload as Partial<Message>).message;
    if (!isShown && isFree) reset(followMessage(entry as Waiting));
    // eslint-disable-next-line react/exhaustive-deps -- `kept` is made of `waiting`
  }, [waiting, status, isDirty, getValues, reset]);
  useEffect(() => {
    // Text that was changed while the message was being sent stays.
    const { sent } = contact;
    if (status === 'success' && sent !== null && isSame(sent, getValues())) reset(EMPTY_FORM);
  }, [status, getValues, reset]);
  return (
    <AccountPage
      own={loadCurrentFragrance()}
      family="air"
      title="Contact"
      lead="A question, an idea, or a scent that came out just right: write to us."
      long
      outcome={status === 'success' ? 'done' : undefined}
    >
      {status === 'success' ? (
        <div className={form.done} aria-live="polite">
          <Text as="strong" size="subtitle" weight="regular" font="serif" tracking="close">
            {CONTACT_SENT}
          </Text>
          <p>Thank you. We read every message, and answer to the address you gave us.</p>
          <Button variant="outline" onClick={resetContact}>
            Write another message
          </Button>
        </div>
      ) : (
        <Stack as="form" gap={4} narrows noValidate onSubmit={(event) => void handleSubmit(sendMessage)(event)}>
          {status === 'error' && error !== null && <FormAlert>{error}</FormAlert>}
          {refusedMessage !== undefined && (
            <FormAlert title="Your message could not be sent">
              <span>{refusedMessage.refused?.message}</span>{' '}
              <button
                type="button"
                className={form.inline}
                onClick={() => void reopenMessage(refusedMessage).then(reset)}
              >
                Change it
              </button>
            </FormAlert>
          )}
          {(status === 'waiting' || waitingMessages.length > 0) && refusedMessage === undefined && (
            <output className="muted small">Your message has not arrived yet. It will be sent automatically.</output>
          )}
          <Stack gap={4} className={form.pair}>
            <TextField label="Name" autoComplete="name" {...field('name')} />
            <EmailField {...field('email')} />
          </Stack>
          <TextAreaField label="Message" rows={6} {...field('message')} />
          <PrivacyLine />
          <Row wrap gap={3} align="middle" className={form.actions}>
            <SubmitButton busy={busy}>{busy ? 'Sending...' : 'Send Message'}</SubmitButton>
          </Row>
        </Stack>
      )}
    </AccountPage>
  );
}
