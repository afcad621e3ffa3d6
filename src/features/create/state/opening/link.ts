/** A link pasted on another screen, handed to Scentwaves. */

let pasted: string | null = null;

export function handOverLink(text: string): void {
  pasted = text;
}

/** The link for the field; empty when there is none. */
export const pastedLink = (): string => pasted ?? '';

/** Takes the link; null when there is none or it was taken before. */
export function takeLink(): string | null {
  const link = pasted;
  pasted = null;
  return link;
}
