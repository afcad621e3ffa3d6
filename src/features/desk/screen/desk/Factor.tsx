import { useSnapshot } from 'valtio';
import * as z from 'zod/mini';
import { SubmitButton } from '../../../../ui/forms/SubmitButton.tsx';
import { FormAlert, TextField } from '../../../../ui/forms/Field.tsx';
import { validatedBy } from '../../../../ui/forms/formRules.ts';
import { useValidatedForm } from '../../../../ui/forms/useValidatedForm.ts';
import { ScreenHeading } from '../../../../ui/screen/ScreenHeading.tsx';
import { access, giveCode } from '../../state/access.ts';
import styles from './Desk.module.css';

const digits = (code: string): string => code.replaceAll(/\s/g, '');
const schema = z.object({
  code: validatedBy((code) => (/^\d{6}$/.test(digits(code)) ? undefined : 'Please enter the six digits.')),
});

/** Asks for the code of the second factor. */
export function Factor() {
  const { checking, trouble } = useSnapshot(access);
  const { field, handleSubmit } = useValidatedForm({ schema, defaultValues: { code: '' } });
  return (
    <section className={styles.gate}>
      <ScreenHeading className="title">Second factor</ScreenHeading>
      <form
        className="stack gap-4 narrows"
        noValidate
        onSubmit={(event) => void handleSubmit(({ code }) => giveCode(digits(code)))(event)}
      >
        {trouble !== null && <FormAlert>{trouble}</FormAlert>}
        <TextField
          label="Code of your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          {...field('code')}
        />
        <SubmitButton busy={checking}>{checking ? 'Checking...' : 'Go on'}</SubmitButton>
      </form>
    </section>
  );
}
