import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { legalPages } from '../../core/network/legalPages.ts';
import { instagramUrl } from '../../core/network/config.ts';
import { Row } from '../../ui/layout/Box.tsx';
import styles from './Footer.module.css';

const YEAR = new Date().getFullYear();

const NONE = [] as const;
const never = () => () => undefined;

/** The copyright line, the legal pages that the operator has written, and the link to Instagram. */
export function Footer() {
  // The prerendered page has none: a meta element names the pages.
  const pages = useSyncExternalStore(never, legalPages, () => NONE);
  return (
    <Row
      as="footer"
      gap={4}
      align="middle"
      justify="between"
      size="tiny"
      tone="muted"
      className={`page ${styles.footer}`}
    >
      <p>{`© ${YEAR} Accord`}</p>
      {pages.map((page) => (
        <Row as={Link} key={page} inline align="middle" tappable className={styles.legal} href={`/${page}`}>
          {page}
        </Row>
      ))}
      <Row as="a" inline align="middle" tappable href={instagramUrl()} target="_blank" rel="noopener noreferrer">
        Instagram
      </Row>
    </Row>
  );
}
