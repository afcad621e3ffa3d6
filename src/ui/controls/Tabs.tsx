import type { ReactNode } from 'react';
import * as Radix from '@radix-ui/react-tabs';
import { Box, Stack } from '../layout/Box.tsx';
import { Chip } from './Chip.tsx';
import styles from './Tabs.module.css';

interface TabsProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
  /** Name of the row of tabs for assistive technology. */
  label: string;
  /** Tabs inside a tab, which look different. */
  inner?: boolean;
}

/** Tabs with the panel of the selected one. */
export function Tabs<Value extends string>({ value, onChange, tabs, label, inner = false }: TabsProps<Value>) {
  return (
    <Stack as={Radix.Root} gap={5} top narrows value={value} onValueChange={(next: string) => onChange(next as Value)}>
      <Radix.List className={inner ? 'wrap gap-1' : styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} asChild>
            {inner ? (
              <Chip variant="plain" tone="muted" weight="strong" wakes>
                {tab.label}
              </Chip>
            ) : (
              <Box
                as="button"
                type="button"
                position="relative"
                tone="muted"
                weight="strong"
                rigid
                className={styles.tab}
              >
                {tab.label}
              </Box>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Box as={Radix.Content} key={tab.value} value={tab.value} narrows className={styles.panel}>
          {tab.panel}
        </Box>
      ))}
    </Stack>
  );
}
