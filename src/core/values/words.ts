/** A text with a capital at its beginning. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number of things: `1 note`, `2 notes`. Only for nouns whose plural is an added s. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
