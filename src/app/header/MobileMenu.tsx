import { useEffect, useRef, useState, type ReactNode } from 'react';
import { afterNextPaint } from '../../core/lifetime/nextPaint.ts';
import { Scope } from '../../core/lifetime/scope.ts';
import { CloseIcon, MenuIcon } from '../../ui/icons/icons.tsx';
import { Box, Stack } from '../../ui/layout/Box.tsx';
import styles from './Header.module.css';

/**
 * The header's links (list items) as a full-screen menu on a phone. A native dialog traps the focus and handles
 * Escape. Opening it restyles the whole page, so it waits until the press is painted.
 */
export function MobileMenu({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDialogElement>(null);
  // Until then the page holds each link, and the name of the last fragrance, only once.
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
      <Box as="dialog" ref={menu} tone="ink" wide tall position="fixed" className={styles.menu} aria-label="Menu">
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
