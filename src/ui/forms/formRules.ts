import * as z from 'zod/mini';

/** A text field that one of the domain's rules judges: it answers with what is wrong, in words, or nothing. */
export function validatedBy(trouble: (text: string) => string | undefined) {
  return z.string().check((context) => {
    const words = trouble(context.value);
    if (words !== undefined) context.issues.push({ code: 'custom', message: words, input: context.value });
  });
}
