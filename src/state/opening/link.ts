/** A link that was pasted elsewhere, on its way to Scentwaves. */

let pasted: string | null = null;

export function handOverLink(text: string): void {
  pasted = text;
}

/** The link, for the field; empty when there is none. */
export const pastedLink = (): string => pasted ?? '';

/** The link, once; null when there is none. */
export function takeLink(): string | null {
  const link = pasted;
  pasted = null;
  return link;
}
