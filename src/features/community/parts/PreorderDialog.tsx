import * as z from 'zod/mini';
import { validateEmail } from '../../members/domain/index.ts';
import { validatePreorderName } from '../domain/preorder.ts';
import { Dialog } from '../../../ui/controls/Dialog.tsx';
import { EmailField, TextField } from '../../../ui/forms/Field.tsx';
import form from '../../../ui/forms/form.module.css';
import { validatedBy } from '../../../ui/forms/formRules.ts';
import { PrivacyLine } from '../../../ui/forms/PrivacyLine.tsx';
import { SubmitButton } from '../../../ui/forms/SubmitButton.tsx';
import { useOpening } from '../../../ui/forms/useOpening.ts';
import { useValidatedForm } from '../../../ui/forms/useValidatedForm.ts';

const schema = z.object({ email: validatedBy(validateEmail), name: validatedBy(validatePreorderName) });
const EMPTY = { email: '', name: '' };

export interface PreorderDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fragranceName: string;
  /** Resolves to true when the preorder was accepted: the dialog then closes and clears its fields. */
  onSubmit: (buyer: typeof EMPTY) => Promise<boolean>;
}

/** Name and address for a preorder. */
export default function PreorderDialog({ open, onOpenChange, fragranceName, onSubmit }: PreorderDialogProps) {
  const { field, handleSubmit, isSubmitting, reset } = useValidatedForm({ schema, defaultValues: EMPTY });
  const opening = useOpening(open);
  const submit = async (buyer: typeof EMPTY) => {
    const isSame = opening();
    if (!(await onSubmit(buyer)) || !isSame()) return;
    onOpenChange(false);
    reset(EMPTY);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Preorder ${fragranceName}`}
      description="Fill out the form below to preorder your fragrance."
    >
      <form className="stack gap-4 narrows" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <EmailField {...field('email')} />
        <TextField label="Name" autoComplete="name" {...field('name')} />
        <PrivacyLine />
        <div className={form.actions}>
          <SubmitButton busy={isSubmitting}>{isSubmitting ? 'Sending...' : 'Submit'}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
