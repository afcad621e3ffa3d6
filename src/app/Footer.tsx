import styles from './Footer.module.css';

const YEAR = new Date().getFullYear();

/** The copyright line. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>© {YEAR} Accord</p>
    </footer>
  );
}
