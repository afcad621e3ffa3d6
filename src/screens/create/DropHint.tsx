import type { ReactNode } from 'react';
import { Stack } from '#ui/layout/Box.tsx';
import styles from './Create.module.css';

/** Over the whole window while a file is above it. */
export function DropHint({ children }: { children: ReactNode }) {
  return (
    <Stack align="center" position="fixed" radius="lg" className={styles.drop}>
      {children}
    </Stack>
  );
}
