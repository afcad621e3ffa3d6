import { legalPages } from '#core/network/legalPages.ts';

/** Links a form to the privacy page; nothing where the operator has written none. */
export function PrivacyLine() {
  return legalPages().includes('privacy') ? (
    <p className="muted small">
      What happens to what you send: {/* A new tab: the text in the form stays. */}
      <a className="inline" href="/privacy" target="_blank" rel="noopener">
        Privacy
      </a>
    </p>
  ) : null;
}
