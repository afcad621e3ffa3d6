import styles from './Footer.module.css';

/** The copyright line. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>© {new Date().getFullYear()} Accord</p>
    </footer>
  );
}
