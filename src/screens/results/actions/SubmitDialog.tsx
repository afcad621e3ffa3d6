import { useState, type SubmitEvent } from 'react';
import { useSnapshot } from 'valtio';
import { isolateBidi } from '#core/values/bidi.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import {
  SUBMIT_WORDS,
  submitFragrance,
  submitProblem,
  submitState,
  type SubmitProblem,
} from '#features/community/state/submit.ts';
import { cleanName } from '#core/values/nameRules.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { EmailField, TextField } from '#ui/forms/Field.tsx';
import { PrivacyLine } from '#ui/forms/PrivacyLine.tsx';
import { SubmitButton } from '#ui/forms/SubmitButton.tsx';
import { useOpening } from '#ui/forms/useOpening.ts';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './actions.module.css';

interface SubmitDialogProps {
  fragrance: Fragrance;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Submits the finished fragrance for review. */
export default function SubmitDialog({ fragrance, open, onOpenChange }: SubmitDialogProps) {
  const { busy } = useSnapshot(submitState);
  const [problem, setProblem] = useState<SubmitProblem | null>(null);
  const opening = useOpening(open);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    // Read the fields: a browser may have filled them without an event.
    const fields = new FormData(element);
    const [name, email] = [String(fields.get('name')), String(fields.get('email'))];
    const found = submitProblem({ name, email });
    setProblem(found);
    if (found !== null)
      element.querySelector<HTMLInputElement>(`input[name="${cleanName(name) === '' ? 'name' : 'email'}"]`)?.focus();
    const isSame = opening();
    if (found !== null || !(await submitFragrance(fragrance, { name, email })) || !isSame()) return;
    onOpenChange(false);
    element.reset();
  };
  const clearProblem = () => setProblem(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Submit your fragrance to Accord"
      description={`Our perfumers listen to “${isolateBidi(fragrance.name)}”, and may write to you.`}
    >
      <Stack as="form" gap={4} noValidate onSubmit={(event) => void submit(event)}>
        <TextField label="Your Name" name="name" autoComplete="name" maxLength={100} onChange={clearProblem} required />
        <EmailField
          label="Your Email"
          name="email"
          inputMode="email"
          maxLength={254}
          onChange={clearProblem}
          required
          error={problem === 'email' ? SUBMIT_WORDS.email : undefined}
        />
        {problem === 'missing' && (
          <Text size="small" tone="wrong" role="alert">
            {SUBMIT_WORDS.missing}
          </Text>
        )}
        <PrivacyLine />
        <Row wrap gap={3} className={styles.buttons}>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <SubmitButton busy={busy} aria-busy={busy}>
            {busy ? 'Submitting...' : 'Submit'}
          </SubmitButton>
        </Row>
      </Stack>
    </Dialog>
  );
}
