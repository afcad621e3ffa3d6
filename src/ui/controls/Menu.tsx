import { useState, type ReactNode } from 'react';
import * as Radix from '@radix-ui/react-dropdown-menu';
import { useDeferredMount } from '../screen/useDeferredMount.ts';
import styles from './Menu.module.css';

interface MenuProps {
  /** The button that opens it: a single element that takes a ref, such as a `<button>`. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** Name of the menu for assistive technology; the button's own when absent. */
  label?: string;
}

/** A menu of actions that opens from a button. */
export function Menu({ trigger, children, align = 'start', label }: MenuProps) {
  const [open, setOpen] = useState(false);
  const there = useDeferredMount(open);
  return (
    <Radix.Root modal={false} open={there} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/*
       * No portal: the menu stays in the landmark of its button, where assistive technology looks for it.
       */}
      <Radix.Content
        className={styles.content}
        // A menu that does not fit scrolls, so it must be focusable.
        tabIndex={0}
        align={align}
        sideOffset={8}
        collisionPadding={12}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  children: ReactNode;
  /** A short hint under the label. */
  hint?: string;
  disabled?: boolean;
}

export function MenuItem({ onSelect, children, hint, disabled = false }: MenuItemProps) {
  return (
    <Radix.Item className={styles.item} disabled={disabled} onSelect={onSelect}>
      <span>{children}</span>
      {hint !== undefined && <span className="muted tiny">{hint}</span>}
    </Radix.Item>
  );
}

/** A separator between groups of a menu. */
export function MenuSeparator() {
  return <Radix.Separator className={styles.separator} />;
}
