import { useEffect, useRef, type ReactNode } from 'react';
import * as Radix from '@radix-ui/react-dialog';
import { DeferredPart } from '../loading/DeferredPart.tsx';
import { CloseIcon } from '../icons/icons.tsx';
import { Row, Stack, Text } from '../layout/Box.tsx';
import { useDeferredMount } from '../screen/useDeferredMount.ts';
import { IconButton } from './IconButton.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** A sentence under the title; screen readers read it with the title. */
  description?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A dialog in the middle of the page; on a phone a sheet from the bottom edge, in reach of a thumb. */
export function Dialog({ open, onOpenChange, title, description, children, className = '' }: DialogProps) {
  // Without a trigger, Radix does not store which element had the focus.
  const opener = useRef<Element | null>(null);
  const isMounted = useDeferredMount(open);
  return (
    <Radix.Root open={isMounted} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} data-leaving={!open || undefined} />
        <Stack
          as={Radix.Content}
          gap={4}
          edge="framed"
          surface="surface"
          lifted
          radius="lg"
          className={`${styles.content} ${className}`}
          data-leaving={!open || undefined}
          onOpenAutoFocus={(event: Event) => {
            opener.current = document.activeElement;
            // Focuses the dialog, since Radix would focus the close button, its first control.
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus({ preventScroll: true });
          }}
          onCloseAutoFocus={(event: Event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <Row as="header" gap={4} justify="between" className={styles.head}>
            <Text as={Radix.Title} size="subtitle" leading="firm" anywhere narrows>
              {title}
            </Text>
            <IconButton as={Radix.Close} tone="muted" wakes className={styles.close} aria-label="Close">
              <CloseIcon />
            </IconButton>
          </Row>
          {description !== undefined && (
            <Text as={Radix.Description} size="small" tone="muted" className={styles.description}>
              {description}
            </Text>
          )}
          {/* Show the dialog first; its content is rendered a frame later. */}
          <DeferredPart>
            <FirstField>{children}</FirstField>
          </DeferredPart>
        </Stack>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first field of a dialog, unless something else in it has the focus by then. */
function FirstField({ children }: { children: ReactNode }) {
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = end.current?.closest<HTMLElement>('[role="dialog"]');
    if (dialog === null || dialog === undefined || document.activeElement !== dialog) return;
    dialog.querySelector<HTMLElement>('input:not([type="file"], :disabled), textarea, select')?.focus();
  }, []);
  return (
    <>
      {children}
      <span ref={end} hidden />
    </>
  );
}
