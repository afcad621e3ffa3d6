/** Settings that a build takes from its environment (`VITE_…`; see .env.example). */

/** Who sees Upload File when the build does not say: four example addresses (docs/decisions.md, 10). */
export const DEFAULT_UPLOAD_ALLOWLIST = 'ada@example.com,grace@example.com,hedy@example.com,clara@example.com';

/** Splits a list of e-mail addresses at commas, semicolons or spaces; lower case, empty ones dropped. */
export function parseAllowlist(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((address) => address !== '');
}

/** True when that signed-in e-mail may upload files; capitals and surrounding spaces do not matter. */
export function mayUpload(email: string | null | undefined, allowlist: readonly string[] = uploadAllowlist()): boolean {
  return typeof email === 'string' && email.trim() !== '' && allowlist.includes(email.trim().toLowerCase());
}

/** The allow-list of this build. */
export function uploadAllowlist(): readonly string[] {
  const configured: unknown = import.meta.env?.['VITE_UPLOAD_ALLOWLIST'];
  return parseAllowlist(
    typeof configured === 'string' && configured.trim() !== '' ? configured : DEFAULT_UPLOAD_ALLOWLIST,
  );
}

/** An address from the build's environment; null when it is not set or no web address. */
function address(name: string): string | null {
  const configured: unknown = import.meta.env?.[name];
  return typeof configured === 'string' && /^https?:\/\//.test(configured.trim()) ? configured.trim() : null;
}

/** The external shop; null when none is configured, and the Store is our own (docs/decisions.md, 20). */
export function shopUrl(): string | null {
  return address('VITE_SHOP_URL');
}

/** Where the footer's Instagram link leads. */
export function instagramUrl(): string {
  return address('VITE_INSTAGRAM_URL') ?? 'https://www.instagram.com/';
}
