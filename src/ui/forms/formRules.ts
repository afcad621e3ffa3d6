import * as z from 'zod/mini';

/** A text field that one of the domain's rules judges: it answers with what is wrong, in words, or nothing. */
export function validatedBy(trouble: (text: string) => string | undefined) {
  return z.string().check((context) => {
    const words = trouble(context.value);
    if (words !== undefined) context.issues.push({ code: 'custom', message: words, input: context.value });
  });
}

/**
 * A rule of two fields, such as a password and its confirmation; what is wrong is told at the second. It is asked even where another
 * field falls short, so that all is said at once.
 */
export function agreeing<Values>(path: keyof Values & string, trouble: (values: Values) => string | undefined) {
  return z.refine<Values>((values) => trouble(values) === undefined, {
    path: [path],
    error: ({ input }) => trouble(input as Values),
    when: () => true,
  });
}
