import { legalPages } from '../../core/network/legalPages.ts';

/** Says in a form where it is told what happens to what people send; nothing where the owner has written no such page. */
export function PrivacyLine() {
  return legalPages().includes('privacy') ? (
    <p className="muted small">
      What happens to what you send: {/* A new tab: what was written in the form stays. */}
      <a className="inline" href="/privacy" target="_blank" rel="noopener">
        Privacy
      </a>
    </p>
  ) : null;
}
