import { useRef, useState, type SubmitEvent } from 'react';
import { afterNextPaint } from '../../../core/lifetime/nextPaint.ts';
import { buttonClass } from '../../../ui/controls/button.ts';
import { TextAreaField } from '../../../ui/forms/Field.tsx';
import { SubmitButton } from '../../../ui/forms/SubmitButton.tsx';
import { MAX_ANSWER_LENGTH, type Moderated } from '../domain/moderation.ts';
import styles from './ModeratedItem.module.css';

interface ModeratedItemProps {
  item: Moderated;
  /** Sends the answer; resolves with null when it is stored, else with the words of the failure. */
  onAnswer: (answer: string) => Promise<string | null>;
}

const EFFECT = {
  fragrance: 'It is in no playlist, and its recording cannot be heard by others.',
  share: 'Its link does not work, and its recording cannot be heard by others.',
  member: 'You cannot publish, share or order. What was public of yours is hidden.',
} as const;

/** Tells the person concerned what is hidden and why, and takes an answer. */
export function ModeratedItem({ item, onAnswer }: ModeratedItemProps) {
  const { subject, name, reason, answer } = item;
  const [writing, setWriting] = useState(false);
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setWriting(false);
    setFailure(undefined);
    afterNextPaint(() => opener.current?.focus());
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() === '') {
      setFailure('Please write an answer.');
      area.current?.focus();
      return;
    }
    setBusy(true);
    const failed = await onAnswer(text);
    setBusy(false);
    if (failed === null) close();
    else setFailure(failed);
  };
  const about = subject === 'member' ? 'your account' : (name ?? 'this share');
  return (
    <div className={styles.item}>
      <p className={styles.title}>
        {subject === 'member' ? (
          'Your account is blocked'
        ) : (
          <>
            <bdi>{name ?? 'A share'}</bdi> is hidden{subject === 'share' && ', with its link'}
          </>
        )}
      </p>
      <p className="anywhere">
        <span className="strong">Why:</span> {reason}
      </p>
      <p className="muted small">{EFFECT[subject]}</p>
      {answer !== null && (
        <p className="anywhere" aria-live="polite">
          <span className="strong">Your answer:</span> {answer}
        </p>
      )}
      {writing ? (
        <form className="stack gap-3 narrows" noValidate onSubmit={(event) => void submit(event)}>
          <TextAreaField
            ref={area}
            label={`Your answer about ${about}`}
            hint="Somebody of Accord reads it."
            rows={3}
            maxLength={MAX_ANSWER_LENGTH}
            value={text}
            error={failure}
            onChange={(event) => {
              setText(event.target.value);
              setFailure(undefined);
            }}
          />
          <div className="actions">
            <SubmitButton busy={busy}>{busy ? 'Sending...' : 'Send answer'}</SubmitButton>
            <button type="button" className={buttonClass('quiet')} onClick={close}>
              Cancel
            </button>
          </div>
        </form>
      ) : (
        <button
          ref={opener}
          type="button"
          className={buttonClass('outline')}
          aria-label={`${answer === null ? 'Answer' : 'Answer again'} about ${about}`}
          onClick={() => {
            setText(answer ?? '');
            setWriting(true);
            afterNextPaint(() => area.current?.focus());
          }}
        >
          {answer === null ? 'Answer' : 'Answer again'}
        </button>
      )}
    </div>
  );
}
