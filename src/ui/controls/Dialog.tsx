import { useRef, type ReactNode } from 'react';
import * as Radix from '@radix-ui/react-dialog';
import { DeferredPart } from '../loading/DeferredPart.tsx';
import { CloseIcon } from '../icons/icons.tsx';
import { useDeferredMount } from '../screen/useDeferredMount.ts';
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
  // Without a trigger, Radix does not know which element had the focus.
  const opener = useRef<Element | null>(null);
  const there = useDeferredMount(open);
  return (
    <Radix.Root open={there} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} data-leaving={!open || undefined} />
        <Radix.Content
          className={`${styles.content} ${className}`}
          data-leaving={!open || undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={styles.head}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            <Radix.Close className={styles.close} aria-label="Close">
              <CloseIcon />
            </Radix.Close>
          </header>
          {description !== undefined && (
            <Radix.Description className={styles.description}>{description}</Radix.Description>
          )}
          {/* Show the dialog first; its content is rendered a frame later. */}
          <DeferredPart>{children}</DeferredPart>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
