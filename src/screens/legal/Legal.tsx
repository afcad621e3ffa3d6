import { useEffect, useEffectEvent } from 'react';
import { Link } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { useSnapshot } from 'valtio';
import { LEGAL_PAGES, type LegalPage } from '#core/network/legalPages.ts';
import { legal, loadLegal } from '#features/community/state/legal.ts';
import { retryWhenOnline } from '#features/outbox/state/whenOnline.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { Stack } from '#ui/layout/Box.tsx';
import styles from './Legal.module.css';
import { Markdown } from 'markdown-to-jsx/react';

const PAGE_TITLES: Readonly<Record<LegalPage, string>> = { imprint: 'Imprint', privacy: 'Privacy', terms: 'Terms' };

/** The text without its first heading, which the screen shows itself. */
const withoutTitle = (text: string) => text.replace(/^\s*# [^\n]*\n/, '');

/** Imprint, privacy and terms, in the owner's words. */
export default function Legal() {
  const path = usePathname().replaceAll('/', '').toLowerCase();
  const page = LEGAL_PAGES.find((name) => name === path) ?? 'imprint';
  const { page: loaded, status, text } = useSnapshot(legal);
  useEffect(() => void loadLegal(page), [page]);
  const reload = useEffectEvent(() => void loadLegal(page));
  useEffect(() => (status === 'unreachable' ? retryWhenOnline(() => reload()) : undefined), [status]);
  const shown = loaded === page ? status : 'loading';
  return (
    <Stack as="article" gap={5} justify="left" className="page">
      <ScreenHeading className="title">{PAGE_TITLES[page]}</ScreenHeading>
      {shown === 'ready' ? (
        <OperatorText className={styles.text} text={withoutTitle(text)} />
      ) : shown === 'loading' ? (
        <p className="loading">Loading...</p>
      ) : shown === 'missing' ? (
        <>
          <p>This page is not written yet.</p>
          <Button as={Link} href="/contact" variant="outline">
            Contact
          </Button>
        </>
      ) : (
        <>
          <p role="alert">This page could not be loaded. Please check your connection.</p>
          <Button variant="primary" onClick={() => void loadLegal(page)}>
            Try again
          </Button>
        </>
      )}
    </Stack>
  );
}

/**
 * No HTML (it is shown as text), no pictures, no scripts: text and links alone. The `h1` of the page is its own title.
 */
const MARKDOWN_OPTIONS = {
  disableParsingRawHTML: true,
  forceBlock: true,
  wrapper: 'div',
  overrides: { h1: { component: 'h2' }, img: () => null },
} as const;

/** A text of the owner, in Markdown. */
export function OperatorText({ text, className }: { text: string; className?: string | undefined }) {
  return (
    <Markdown className={className} options={MARKDOWN_OPTIONS}>
      {text}
    </Markdown>
  );
}
