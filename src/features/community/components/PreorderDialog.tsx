import * as z from 'zod/mini';
import { validateEmail } from '#features/session/domain/accountRules.ts';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { Bottle, type BottleProps } from '#features/fragrance/components/Bottle.tsx';
import { validatePreorderName, type PreorderOutcome } from '../domain/preorder.ts';
import { BOTTLE_SIZE } from '../domain/storeCatalogue.ts';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { EmailField, TextField } from '#ui/forms/Field.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';
import { toValidator } from '#ui/forms/formRules.ts';
import { PrivacyLine } from '#ui/forms/PrivacyLine.tsx';
import { SubmitButton } from '#ui/forms/SubmitButton.tsx';
import { useOpening } from '#ui/forms/useOpening.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import styles from './PreorderDialog.module.css';

export interface Buyer {
  email: string;
  name: string;
}

const PREORDER_SCHEMA = z.object({ email: toValidator(validateEmail), name: toValidator(validatePreorderName) });

export interface PreorderDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fragranceName: string;
  /** The bottle that is ordered. */
  bottle: Pick<BottleProps, 'bottle' | 'fragrance' | 'name' | 'color'>;
  /** The member, whose email and name the fields begin with; null for a visitor. */
  member: Pick<MemberProfile, 'email' | 'liquidName'> | null;
  /** Sends the order; once it is sent or in the outbox, the dialog closes and resets its fields. */
  onSubmit: (buyer: Buyer) => Promise<PreorderOutcome>;
}

/** Name and address for a preorder. */
export default function PreorderDialog({
  open,
  onOpenChange,
  fragranceName,
  bottle,
  member,
  onSubmit,
}: PreorderDialogProps) {
  const { field, handleSubmit, isSubmitting, reset } = useValidatedForm({
    schema: PREORDER_SCHEMA,
    defaultValues: { email: member?.email ?? '', name: member?.liquidName ?? '' },
  });
  const opening = useOpening(open);
  const submit = async ({ email, name }: Buyer) => {
    const isSame = opening();
    const outcome = await onSubmit({ email, name });
    if (outcome === 'duplicate' || outcome === 'failed' || !isSame()) return;
    onOpenChange(false);
    reset();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Preorder ${fragranceName}`}
      description="Fill out the form below to preorder your fragrance."
    >
      <Stack as="form" gap={4} narrows noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Row gap={3} align="middle">
          <Bottle {...bottle} className={styles.bottle} />
          <p className="muted small">{BOTTLE_SIZE}</p>
        </Row>
        <EmailField {...field('email')} />
        <TextField label="Name" autoComplete="name" {...field('name')} />
        <Text size="small" tone="muted">
          Nothing is charged now. Only the shop sees your name and email, to write to you about this order.
        </Text>
        <PrivacyLine />
        <Row wrap gap={3} align="middle" className={form.actions}>
          <SubmitButton busy={isSubmitting}>{isSubmitting ? 'Sending...' : 'Submit'}</SubmitButton>
        </Row>
      </Stack>
    </Dialog>
  );
}
