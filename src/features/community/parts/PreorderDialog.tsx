import { useMemo } from 'react';
import * as z from 'zod/mini';
import { validateEmail } from '../../members/domain/index.ts';
import { validatePreorderName, type PreorderOutcome } from '../domain/preorder.ts';
import { countryNames, offerWords, type Terms } from '../domain/shop.ts';
import { Dialog } from '../../../ui/controls/Dialog.tsx';
import { EmailField, SelectField, TextField } from '../../../ui/forms/Field.tsx';
import form from '../../../ui/forms/form.module.css';
import { validatedBy } from '../../../ui/forms/formRules.ts';
import { PrivacyLine } from '../../../ui/forms/PrivacyLine.tsx';
import { SubmitButton } from '../../../ui/forms/SubmitButton.tsx';
import { useOpening } from '../../../ui/forms/useOpening.ts';
import { useValidatedForm } from '../../../ui/forms/useValidatedForm.ts';

/** Whoever orders. */
export interface Buyer {
  email: string;
  name: string;
  /** Where it goes, ISO 3166-1; null where the shop does not ask. */
  country: string | null;
}

const EMPTY = { email: '', name: '', country: '' };

export interface PreorderDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fragranceName: string;
  /** Under which terms it is sold. */
  terms: Terms;
  /** Orders; once it was sent, or waits, the dialog closes and clears its fields. */
  onSubmit: (buyer: Buyer) => Promise<PreorderOutcome>;
}

/** Name and address for a preorder; the country, where it is delivered to several. */
export default function PreorderDialog({ open, onOpenChange, fragranceName, terms, onSubmit }: PreorderDialogProps) {
  const places = useMemo(() => countryNames(terms.countries ?? []), [terms.countries]);
  const schema = useMemo(
    () =>
      z.object({
        email: validatedBy(validateEmail),
        name: validatedBy(validatePreorderName),
        country: validatedBy((name) => (places.length > 1 && name === '' ? 'Country is required' : undefined)),
      }),
    [places],
  );
  const { field, handleSubmit, isSubmitting, reset } = useValidatedForm({ schema, defaultValues: EMPTY });
  const opening = useOpening(open);
  const submit = async ({ email, name, country }: typeof EMPTY) => {
    const isSame = opening();
    const place = places.length === 1 ? places[0] : places.find((one) => one.name === country);
    const outcome = await onSubmit({ email, name, country: place?.code ?? null });
    if (outcome === 'duplicate' || outcome === 'failed' || !isSame()) return;
    onOpenChange(false);
    reset(EMPTY);
  };
  const offer = [...offerWords(terms), ...(places.length === 1 ? [`${places[0]!.name} only`] : [])];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Preorder ${fragranceName}`}
      description="Fill out the form below to preorder your fragrance."
    >
      <form className="stack gap-4 narrows" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        {offer.length > 0 && <p className="large digits">{offer.join(' · ')}</p>}
        <EmailField {...field('email')} />
        <TextField label="Name" autoComplete="name" {...field('name')} />
        {places.length > 1 && (
          <SelectField
            label="Country"
            autoComplete="country-name"
            placeholder="Where it goes"
            options={places.map(({ name }) => name)}
            {...field('country')}
          />
        )}
        <p className="muted small">
          Nothing is charged now. Only whoever runs this store gets your name and address, to write to you about this
          order.
        </p>
        <PrivacyLine />
        <div className={form.actions}>
          <SubmitButton busy={isSubmitting}>{isSubmitting ? 'Sending...' : 'Submit'}</SubmitButton>
        </div>
      </form>
    </Dialog>
  );
}
