/** Pages that the owner of a site may have to have: imprint, privacy, terms. Their texts are the owner's. */
export const LEGAL_PAGES = ['imprint', 'privacy', 'terms'] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

let filledPages: readonly LegalPage[] | undefined;

/** The pages that have a text; the server or the build writes their names into the page (pwa/hosts/legal.ts). */
export function legalPages(): readonly LegalPage[] {
  const namedPages = () =>
    document.querySelector('meta[name="accord-legal"]')?.getAttribute('content')?.split(' ') ?? [];
  return (filledPages ??= namedPages().filter((name): name is LegalPage => LEGAL_PAGES.includes(name as LegalPage)));
}
