import { zodResolver } from '@hookform/resolvers/zod';
import type { SubmitEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type SubmitErrorHandler,
  type SubmitHandler,
} from 'react-hook-form';
import type * as z from 'zod/mini';

interface ValidatedFormOptions<Values extends FieldValues> {
  schema: z.ZodMiniType<Values, Values>;
  defaultValues: Values;
  /** Event of the first check of a field. Later checks run whenever it loses the focus. */
  mode?: 'onBlur' | 'onSubmit';
}

/**
 * A form checked by a schema. `field` binds a field by its name; typing clears its error. `handleSubmit` takes the
 * texts from the fields themselves: a password manager or a restored page may fill them without an event.
 */
export function useValidatedForm<Values extends FieldValues>({
  schema,
  defaultValues,
  mode = 'onBlur',
}: ValidatedFormOptions<Values>) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: defaultValues as DefaultValues<Values>,
    mode,
    reValidateMode: 'onBlur',
  });
  const { errors, isSubmitting } = form.formState;
  /** @param clears the fields whose errors typing here clears; this one without them */
  const field = <Name extends Path<Values>>(name: Name, clears: Path<Values>[] = [name]) => ({
    ...form.register(name, { onChange: () => form.clearErrors(clears) }),
    error: errors[name]?.message as string | undefined,
  });
  /** Takes over the texts of the fields of `element`. */
  const readFields = (element: HTMLFormElement): void => {
    for (const control of element.elements) {
      const { name, value } = control as Partial<HTMLInputElement>;
      if (name === undefined || name === '' || value === undefined) continue;
      const current: unknown = form.getValues(name as Path<Values>);
      if (typeof current === 'string' && current !== value)
        form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>);
    }
  };
  const handleSubmit =
    (valid: SubmitHandler<Values>, invalid?: SubmitErrorHandler<Values>) =>
    async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
      readFields(event.currentTarget);
      await form.handleSubmit(valid, invalid)(event);
    };
  return { ...form, handleSubmit, readFields, isSubmitting, field };
}
