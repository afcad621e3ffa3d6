import { useState, type FormEvent } from 'react';
import { useSnapshot } from 'valtio';
import { isolated } from '../../../../core/values/bidi.ts';
import { Dialog } from '../../../../ui/controls/Dialog.tsx';
import { FormAlert, TextAreaField } from '../../../../ui/forms/Field.tsx';
import { SubmitButton } from '../../../../ui/forms/SubmitButton.tsx';
import { REASON_LENGTH, validateReason } from '../../domain/moderation.ts';
import { acts } from '../../state/acts.ts';
import { answerQuestion, closeQuestion, question, type Question } from '../../state/question.ts';

/** Asks for the reason of hiding or blocking. */
export function Reason() {
  const { asked } = useSnapshot(question);
  const [last, setLast] = useState<Question | null>(null);
  // The words stay while the dialog goes.
  if (asked !== null && asked !== last) setLast(asked as Question);
  if (last === null) return null;
  const block = last.act === 'block';
  return (
    <Dialog
      open={asked !== null}
      onOpenChange={(open) => open || closeQuestion()}
      title={`${block ? 'Block' : 'Hide'} ${isolated(last.title)}?`}
      description={
        block
          ? 'What they have published and shared is hidden, and they can publish, share and order nothing. They read the reason.'
          : 'Nobody finds it any more. Whoever made it reads the reason.'
      }
    >
      <ReasonForm act={block ? 'Block' : 'Hide'} />
    </Dialog>
  );
}

function ReasonForm({ act }: { act: string }) {
  const { busy, trouble } = useSnapshot(acts);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const [sent, setSent] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = validateReason(reason);
    setError(wrong);
    if (wrong !== undefined) return;
    setSent(true);
    void answerQuestion(reason);
  };
  return (
    <form className="stack gap-4 narrows" noValidate onSubmit={submit}>
      {sent && trouble !== null && <FormAlert>{trouble}</FormAlert>}
      <TextAreaField
        label="Reason"
        rows={4}
        maxLength={REASON_LENGTH.max}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
      />
      <SubmitButton busy={busy}>{busy ? 'One moment...' : act}</SubmitButton>
    </form>
  );
}
