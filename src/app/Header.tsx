import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { CloseIcon, MenuIcon } from '../ui/icons.tsx';
import { Mark } from '../ui/Mark.tsx';
import { NAVIGATION } from './routes.tsx';
import styles from './Header.module.css';

/** Logo and links; on a phone the links are a full-screen menu behind a toggle. */
export function Header({ location }: { location: string }) {
  const menu = useRef<HTMLDialogElement>(null);
  useEffect(() => menu.current?.close(), [location]);
  const links = NAVIGATION.map(({ path, label }) => (
    <li key={path}>
      <Link href={path} aria-current={isHere(path, location) ? 'page' : undefined} onClick={() => menu.current?.close()}>
        {label}
      </Link>
    </li>
  ));
  return (
    <header className={styles.header}>
      <Link href="/" className={styles.logo ?? ''} aria-label="Accord, home">
        <Mark />
        <span>Accord</span>
      </Link>
      <nav className={styles.links} aria-label="Main">
        <ul>{links}</ul>
      </nav>
      <button type="button" className={styles.toggle} aria-label="Open menu" aria-haspopup="dialog" onClick={() => menu.current?.showModal()}>
        <MenuIcon />
      </button>
      <dialog ref={menu} className={styles.menu} aria-label="Menu">
        <button type="button" className={styles.toggle} aria-label="Close menu" onClick={() => menu.current?.close()}>
          <CloseIcon />
        </button>
        <nav aria-label="Menu">
          <ul>{links}</ul>
        </nav>
      </dialog>
    </header>
  );
}

function isHere(path: string, location: string): boolean {
  return path === location || (path === '/create' && location === '/');
}
