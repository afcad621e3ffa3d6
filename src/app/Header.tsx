import { useRef } from 'react';
import { Link } from 'wouter';
import { CloseIcon, MenuIcon } from '../ui/icons.tsx';
import { Mark } from '../ui/Mark.tsx';
import { NAVIGATION } from './routes.tsx';
import styles from './Header.module.css';

/** Logo and links; on a phone the links are a full-screen menu behind a toggle. */
export function Header({ location }: { location: string }) {
  return (
    <header className={styles.header}>
      <Link href="/" className={styles.logo ?? ''} aria-label="Accord, home">
        <Mark />
        <span>Accord</span>
      </Link>
      <nav className={styles.links} aria-label="Main">
        <Links location={location} />
      </nav>
      {/* A new screen begins with a closed menu, however one came there. */}
      <Menu key={location} location={location} />
    </header>
  );
}

function Menu({ location }: { location: string }) {
  const menu = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className={styles.toggle} aria-label="Open menu" aria-haspopup="dialog" onClick={() => menu.current?.showModal()}>
        <MenuIcon />
      </button>
      <dialog ref={menu} className={styles.menu} aria-label="Menu">
        <button type="button" className={styles.toggle} aria-label="Close menu" onClick={() => menu.current?.close()}>
          <CloseIcon />
        </button>
        <nav aria-label="Menu">
          <Links location={location} onChosen={() => menu.current?.close()} />
        </nav>
      </dialog>
    </>
  );
}

function Links({ location, onChosen }: { location: string; onChosen?: () => void }) {
  return (
    <ul>
      {NAVIGATION.map(({ path, label }) => (
        <li key={path}>
          <Link href={path} aria-current={isHere(path, location) ? 'page' : undefined} onClick={() => onChosen?.()}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function isHere(path: string, location: string): boolean {
  return path === location || (path === '/create' && location === '/');
}
