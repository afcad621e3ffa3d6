import * as z from 'zod/mini';

/** A text field validated by a domain rule, which returns an error message or nothing. */
export function toValidator(errorOf: (text: string) => string | undefined) {
  return z.string().check((context) => {
    const words = errorOf(context.value);
    if (words !== undefined) context.issues.push({ code: 'custom', message: words, input: context.value });
  });
}

/**
 * A rule over two fields, such as a password and its confirmation; its error appears at the second. Runs even when
 * another field is invalid, so that all errors appear at once.
 */
export function matchingFields<Values>(path: keyof Values & string, errorOf: (values: Values) => string | undefined) {
  return z.refine<Values>((values) => errorOf(values) === undefined, {
    path: [path],
    error: ({ input }) => errorOf(input as Values),
    when: () => true,
  });
}
