import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import * as z from 'zod/mini';
import { validateEmail } from '../../features/session/domain/accountRules.ts';
import { validateContactName, validateMessage } from '../../features/community/domain/preorder.ts';
import {
  contact,
  CONTACT_SENT,
  resetContact,
  sendMessage,
  takeUpMessage,
} from '../../features/community/state/contact.ts';
import { session } from '../../features/session/state/session.ts';
import { outboxView } from '../../features/outbox/state/outbox.ts';
import { loadCurrentFragrance } from '../../features/fragrance/state/loadFragrance.ts';
import { AccountPage } from '../../features/members/parts/AccountPage.tsx';
import { buttonClass } from '../../ui/controls/button.ts';
import { EmailField, FormAlert, TextAreaField, TextField } from '../../ui/forms/Field.tsx';
import form from '../../ui/forms/form.module.css';
import { validatedBy } from '../../ui/forms/formRules.ts';
import { PrivacyLine } from '../../ui/forms/PrivacyLine.tsx';
import { SubmitButton } from '../../ui/forms/SubmitButton.tsx';
import { useValidatedForm } from '../../ui/forms/useValidatedForm.ts';

const schema = z.object({
  name: validatedBy(validateContactName),
  email: validatedBy(validateEmail),
  message: validatedBy(validateMessage),
});
const EMPTY = { name: '', email: '', message: '' };

/** The contact form. */
export default function Contact() {
  const { status, error } = useSnapshot(contact);
  const { field, handleSubmit, reset } = useValidatedForm({
    schema,
    defaultValues: { ...EMPTY, email: session.user?.email ?? '' },
  });
  const busy = status === 'submitting';
  useEffect(() => {
    resetContact();
    return resetContact;
  }, []);
  const { waiting } = useSnapshot(outboxView);
  const kept = waiting.filter(({ kind, attempts }) => kind === 'contact' && attempts > 0);
  const refused = kept.find((entry) => entry.refused !== undefined);
  const submit = async (message: typeof EMPTY) => {
    if (await sendMessage(message)) reset(EMPTY);
  };
  return (
    <AccountPage
      own={loadCurrentFragrance()}
      title="Contact"
      lead="A question, an idea, or a scent that came out just right: write to us."
      long
      outcome={status === 'success' ? 'done' : undefined}
    >
      {status === 'waiting' ? (
        <div className={form.done} aria-live="polite">
          <strong className="serif regular subtitle close">Your message is waiting for the connection</strong>
          <p>It is kept on this device and will be sent automatically.</p>
          <button type="button" className={buttonClass('outline')} onClick={resetContact}>
            Write another message
          </button>
        </div>
      ) : status === 'success' ? (
        <div className={form.done} aria-live="polite">
          <strong className="serif regular subtitle close">{CONTACT_SENT}</strong>
          <p>Thank you. We read every message, and answer to the address you gave us.</p>
          <button type="button" className={buttonClass('outline')} onClick={resetContact}>
            Write another message
          </button>
        </div>
      ) : (
        <form className="stack gap-4 narrows" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
          {status === 'error' && error !== null && <FormAlert>{error}</FormAlert>}
          {refused !== undefined && (
            <FormAlert title="Your message could not be sent">
              <span>{refused.refused?.message}</span>{' '}
              <button type="button" className={form.inline} onClick={() => void takeUpMessage(refused).then(reset)}>
                Change it
              </button>
            </FormAlert>
          )}
          {kept.length > 0 && refused === undefined && (
            <output className="muted small">
              Your message is waiting for the connection. It will be sent automatically.
            </output>
          )}
          <div className={form.pair}>
            <TextField label="Name" autoComplete="name" {...field('name')} />
            <EmailField {...field('email')} />
          </div>
          <TextAreaField label="Message" rows={6} {...field('message')} />
          <PrivacyLine />
          <div className={form.actions}>
            <SubmitButton busy={busy}>{busy ? 'Sending...' : 'Send Message'}</SubmitButton>
          </div>
        </form>
      )}
    </AccountPage>
  );
}
