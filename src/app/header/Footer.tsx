import { instagramUrl } from '../../core/network/config.ts';
import styles from './Footer.module.css';

const YEAR = new Date().getFullYear();

/** The copyright line and the link to Instagram. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>© {YEAR} Accord</p>
      <a className="inline middle target" href={instagramUrl()} target="_blank" rel="noopener noreferrer">
        Instagram
      </a>
    </footer>
  );
}
