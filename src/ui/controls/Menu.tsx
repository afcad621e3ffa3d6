import { useState, type ReactNode } from 'react';
import * as Radix from '@radix-ui/react-dropdown-menu';
import { Box, Stack, Text } from '../layout/Box.tsx';
import { useDeferredMount } from '../screen/useDeferredMount.ts';
import styles from './Menu.module.css';

interface MenuProps {
  /** The button that opens it: a single element that takes a ref, such as a `<button>`. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** Name of the menu for assistive technology; the button's own when absent. */
  label?: string;
  /** On a phone it is a sheet at the bottom of the screen. */
  sheet?: boolean;
}

/** A menu of actions that opens from a button. */
export function Menu({ trigger, children, align = 'start', label, sheet = false }: MenuProps) {
  const [open, setOpen] = useState(false);
  const isMounted = useDeferredMount(open);
  return (
    <Radix.Root modal={false} open={isMounted} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* A tap outside the sheet closes it, and presses nothing. */}
      {sheet && isMounted && <div className={styles.scrim} aria-hidden="true" />}
      {/* No portal: the menu stays in the landmark of its button, for assistive technology. */}
      <Radix.Content
        asChild
        align={align}
        sideOffset={8}
        collisionPadding={12}
        {...(label === undefined ? {} : { 'aria-label': label })}
      >
        {/* A menu that does not fit scrolls, so it must be focusable. */}
        <Box
          edge="framed"
          surface="surface"
          lifted
          radius="md"
          className={`${styles.content} ${sheet ? styles.sheet : ''}`}
          tabIndex={0}
        >
          {children}
        </Box>
      </Radix.Content>
    </Radix.Root>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  children: ReactNode;
  /** A short hint under the label. */
  hint?: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** It ends something, such as a login: in the colour of a warning. */
  leaves?: boolean;
  /** For an entry that shows or hides others and leaves the menu open: whether they are shown. */
  expanded?: boolean;
}

export function MenuItem({
  onSelect,
  children,
  hint,
  icon,
  disabled = false,
  leaves = false,
  expanded,
}: MenuItemProps) {
  return (
    <Stack
      as={Radix.Item}
      tone={leaves ? 'wrong' : undefined}
      leading="snug"
      radius="sm"
      tappable
      unselectable
      className={styles.item}
      disabled={disabled}
      aria-expanded={expanded}
      onSelect={(event: Event) => {
        if (expanded !== undefined) event.preventDefault();
        onSelect();
      }}
    >
      {icon !== undefined && (
        <Stack as="span" align="center" className={styles.icon}>
          {icon}
        </Stack>
      )}
      <span>{children}</span>
      {hint !== undefined && (
        <Text as="span" size="tiny" tone="muted">
          {hint}
        </Text>
      )}
    </Stack>
  );
}

/** A separator between groups of a menu. */
export function MenuSeparator() {
  return <Radix.Separator className={styles.separator} />;
}
