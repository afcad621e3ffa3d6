import type { ReactNode } from 'react';
import * as Radix from '@radix-ui/react-tabs';
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
    <Radix.Root className="stack gap-5 top narrows" value={value} onValueChange={(next) => onChange(next as Value)}>
      <Radix.List className={inner ? 'wrap gap-1' : styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={inner ? 'option strong small target muted round wakes' : styles.tab}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={`narrows ${styles.panel}`}>
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
