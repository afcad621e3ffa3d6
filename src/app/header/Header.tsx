import {
  useEffect,
  useState,
  type CSSProperties,
  type MouseEvent,
  useSyncExternalStore,
  useRef,
  type ReactNode,
} from 'react';
import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { fragrance, hasFragrance } from '#features/fragrance/state/current.ts';
import { shopUrl } from '#core/network/config.ts';
import { openLogin, session } from '#features/session/state/session.ts';
import { startSession } from '#features/members/state/startSession.ts';
import { lazyPart } from '#ui/loading/lazyPart.tsx';
import { LoadFailure } from '#ui/loading/LoadFailure.tsx';
import { Example } from '#screens/create/stage/IdleFlower.tsx';
import { Row, Box, Stack } from '#ui/layout/Box.tsx';
import { Logo } from '#features/fragrance/components/Logo.tsx';
import { NAVIGATION_ROUTES } from '../routes.tsx';
import styles from './Header.module.css';
import { connection } from '#core/network/connection.ts';
import statusStyles from './ConnectionStatus.module.css';
import { Scope } from '#core/lifetime/scope.ts';
import { CloseIcon, MenuIcon } from '#ui/icons/icons.tsx';

// Visitors without a session do not load these.
const AccountMenu = lazyPart(() => import('./AccountMenu.tsx'), {
  waiting: <span className="square" />,
  failed: (retry) => (
    <button type="button" className="square rounded-round edged sunken" aria-label="Account" onClick={retry} />
  ),
});
/** The way back to the visitor's fragrance; visitors without one do not load it. */
const LastFragrance = lazyPart(() => import('./LastFragrance.tsx'), { failed: () => null });
const loadLoginDialog = () => import('./LoginDialog.tsx');
const LoginDialog = lazyPart(loadLoginDialog, {
  failed: (retry) => <LoadFailure onAgain={retry} onClose={() => (session.dialog = null)} />,
});

/** Screens that have a login form themselves. */
const WITHOUT_LOGIN = ['/login', '/register', '/reset-password', '/change-password'];

/** Logo, links and account; on a phone the links are a full-screen menu behind a toggle. */
export function Header({ location }: { location: string }) {
  const { user, dialog } = useSnapshot(session);
  const { current } = useSnapshot(fragrance);
  const hasAnyFragrance = current !== null || hasFragrance();
  // Stays mounted once opened, so that its closing animation can run.
  const [wasRequested, setAsked] = useState(false);
  if (dialog !== null && !wasRequested) setAsked(true);
  useEffect(startSession, []);
  return (
    <Row as="header" wrap columnGap={5} align="middle" justify="between" className={`page ${styles.header}`}>
      <Row gap={2} align="middle">
        <Link href="/" className={styles.logo ?? ''} aria-label="Accord, home">
          <Logo />
          <span>Accord</span>
        </Link>
        {/* The processing screen reveals it. */}
        {hasAnyFragrance && location !== '/processing' && <LastFragrance />}
      </Row>
      <nav className={styles.links} aria-label="Main">
        <Row as="ul" gap={2}>
          <Links location={location} />
        </Row>
      </nav>
      <Row gap={2} align="middle">
        <ConnectionStatus />
        {user !== null ? <AccountMenu /> : !WITHOUT_LOGIN.includes(location.toLowerCase()) && <LoginButton />}
        <MobileMenu key={location}>
          <Links location={location} inTurn />
          <li className={styles.last} style={placeStyle(NAVIGATION_ROUTES.length)}>
            {hasAnyFragrance ? <LastFragrance named /> : <Example />}
          </li>
        </MobileMenu>
      </Row>
      {wasRequested && <LoginDialog />}
    </Row>
  );
}

/** A link to the login page; a plain press opens the dialog instead. */
function LoginButton() {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    openLogin();
  };
  // On touch, the pointer arrives and presses at once: paint the press first.
  const preload = () => void afterNextPaint(() => void loadLoginDialog().catch(() => undefined));
  return (
    <Row
      as="a"
      href="/login"
      inline
      align="middle"
      size="small"
      weight="strong"
      tappable
      radius="round"
      edge="edged"
      className={styles.login}
      aria-haspopup="dialog"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    >
      Login
    </Row>
  );
}

/** In the menu, one entry comes after the other. */
const placeStyle = (place: number) => ({ '--place': place }) as CSSProperties;

/** The links as list items. The prerendered page has none in turn: its policy refuses style attributes. */
function Links({ location, inTurn = false }: { location: string; inTurn?: boolean }) {
  return NAVIGATION_ROUTES.map(({ path, label }, place) => (
    <li key={path} style={inTurn ? placeStyle(place) : undefined}>
      <HeaderLink path={path} here={placeOf(path, location)}>
        {label}
      </HeaderLink>
    </li>
  ));
}

interface HeaderLinkProps {
  path: string;
  /** The link leads to this page, or to one above it. */
  here: 'page' | 'true' | undefined;
  children: string;
}

/** An external shop opens in another tab (docs/decisions.md, 60). */
function HeaderLink({ path, here, children }: HeaderLinkProps) {
  const shop = path === '/store' ? shopUrl() : null;
  if (shop !== null) {
    return (
      <a href={shop} target="_blank" rel="noopener noreferrer">
        {children}
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    );
  }
  return (
    <Link href={path} aria-current={here}>
      {children}
    </Link>
  );
}

function placeOf(path: string, location: string): 'page' | 'true' | undefined {
  if (path === location || (path === '/create' && location === '/')) return 'page';
  // The playlist is a tab of the store.
  return location.replace(/^\/playlist\//, '/store/').startsWith(`${path}/`) ? 'true' : undefined;
}

/** A quiet notice while there is no connection. */
function ConnectionStatus() {
  const online = useSyncExternalStore(
    connection.subscribe,
    () => connection.online,
    () => true,
  );
  return (
    <output title={online ? undefined : 'You are offline. What you make stays on this device.'}>
      {!online && (
        <>
          <Row as="span" inline align="middle" className={statusStyles.word}>
            Offline
          </Row>
          <span className="visually-hidden">. What you make stays on this device.</span>
        </>
      )}
    </output>
  );
}

/**
 * The header's links (list items) as a full-screen menu on a phone. A native dialog traps the focus and handles
 * Escape. Opening it restyles the whole page, so it waits until the press is painted.
 */
function MobileMenu({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDialogElement>(null);
  // While it is closed the page holds each link, and the name of the last fragrance, only once, and its example is
  // silent.
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const dialog = menu.current;
    if (dialog === null) return;
    const scope = new Scope();
    // A link may lead to the current page, which changes nothing that would close the menu.
    scope.listen(dialog, 'click', ({ target }) => {
      if (target instanceof Element && target.closest('a') !== null) afterNextPaint(() => dialog.close());
    });
    return () => scope.dispose();
  }, []);
  const open = () => {
    setOpened(true);
    void afterNextPaint(() => {
      if (menu.current?.open === false) menu.current.showModal();
    });
  };
  const close = () => void afterNextPaint(() => menu.current?.close());
  return (
    <>
      <button type="button" className={styles.toggle} aria-label="Open menu" aria-haspopup="dialog" onClick={open}>
        <MenuIcon />
      </button>
      <Box
        as="dialog"
        ref={menu}
        tone="ink"
        wide
        tall
        position="fixed"
        className={styles.menu}
        aria-label="Menu"
        onClose={() => setOpened(false)}
      >
        {opened && (
          <>
            <button type="button" className={styles.toggle} aria-label="Close menu" onClick={close}>
              <CloseIcon />
            </button>
            <Stack as="nav" aria-label="Menu">
              <ul className="stack gap-2">{children}</ul>
            </Stack>
          </>
        )}
      </Box>
    </>
  );
}
