/** Settings that a build takes from its environment (`VITE_…`; see .env.example). */

/** Default allow-list of Upload File: four example addresses (docs/decisions.md, 23). */
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
function uploadAllowlist(): readonly string[] {
  const configured: unknown = import.meta.env?.['VITE_UPLOAD_ALLOWLIST'];
  return parseAllowlist(
    typeof configured === 'string' && configured.trim() !== '' ? configured : DEFAULT_UPLOAD_ALLOWLIST,
  );
}

/** A URL from the build's environment; null when it is not set or not http(s). */
function address(name: string): string | null {
  const configured: unknown = import.meta.env?.[name];
  return typeof configured === 'string' && /^https?:\/\//.test(configured.trim()) ? configured.trim() : null;
}

/** URL of the external shop; null for our own Store (docs/decisions.md, 60). */
export function shopUrl(): string | null {
  return address('VITE_SHOP_URL');
}

/** Target of the footer's Instagram link. */
export function instagramUrl(): string {
  return address('VITE_INSTAGRAM_URL') ?? 'https://www.instagram.com/';
}
