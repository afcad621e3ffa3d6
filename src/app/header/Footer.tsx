import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { legalPages } from '../../core/network/legalPages.ts';
import { instagramUrl } from '../../core/network/config.ts';
import styles from './Footer.module.css';

const YEAR = new Date().getFullYear();

const NONE = [] as const;
const never = () => () => undefined;

/** The copyright line, the legal pages that the operator has written, and the link to Instagram. */
export function Footer() {
  // The prerendered page has none: a meta element names the pages.
  const pages = useSyncExternalStore(never, legalPages, () => NONE);
  return (
    <footer className={styles.footer}>
      <p>{`© ${YEAR} Accord`}</p>
      {pages.map((page) => (
        <Link key={page} className={`inline middle target ${styles.legal}`} href={`/${page}`}>
          {page}
        </Link>
      ))}
      <a className="inline middle target" href={instagramUrl()} target="_blank" rel="noopener noreferrer">
        Instagram
      </a>
    </footer>
  );
}
