import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import type * as z from 'zod/mini';

interface ValidatedFormOptions<Values extends FieldValues> {
  schema: z.ZodMiniType<Values, Values>;
  defaultValues: Values;
  /** When a field is checked for the first time. It is checked again whenever it loses the focus. */
  mode?: 'onBlur' | 'onSubmit';
}

/** A form checked by a schema. `field` binds a field by its name; typing clears its error. */
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
  return { ...form, isSubmitting, field };
}
