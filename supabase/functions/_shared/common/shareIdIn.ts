/**
 * The id at the start of a path segment, or null. Ignores characters that a chat appends to a link (a full stop, a
 * bracket, an invisible space, another site's parameters). Ids are case-sensitive. The app and the functions parse
 * alike.
 */
export function shareIdIn(piece: string): string | null {
  let text = piece;
  try {
    text = decodeURIComponent(piece);
  } catch {
    // An invalid escape: treat it as any other mark.
  }
  return /^[^A-Za-z0-9]*([A-Za-z0-9]{8})(?![A-Za-z0-9])/.exec(text)?.[1] ?? null;
}

/** True for exactly 8 letters and digits (ASCII). */
export function isShareId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9]{8}$/.test(value);
}
