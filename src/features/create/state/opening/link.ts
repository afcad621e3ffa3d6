/** A link pasted on another screen, handed to Scentwaves. */

let pastedText: string | null = null;

export function setPastedLink(text: string): void {
  pastedText = text;
}

/** The link for the field; empty when there is none. */
export const pastedLink = (): string => pastedText ?? '';

/** Takes the link; null when there is none or it was taken before. */
export function consumePastedLink(): string | null {
  const link = pastedText;
  pastedText = null;
  return link;
}
