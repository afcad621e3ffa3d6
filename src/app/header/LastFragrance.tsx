import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { isolateBidi } from '#core/values/bidi.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { FragranceFlower } from '#features/fragrance/components/FragranceFlower.tsx';
import { fragrance } from '#features/fragrance/state/current.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Stack } from '#ui/layout/Box.tsx';
import styles from './LastFragrance.module.css';

/**
 * The flower of the visitor's last fragrance, the way back to it; `named` shows its name, too. Nothing where the stored
 * one cannot be read.
 */
export default function LastFragrance({ named = false }: { named?: boolean }) {
  const last = (useSnapshot(fragrance).current as Fragrance | null) ?? loadCurrentFragrance();
  if (last === null) return null;
  const label = `Your fragrance ${isolateBidi(last.name)}`;
  return named ? (
    <Link href="/results" aria-label={label}>
      <Stack as="span" gap={2} size="subtitle" narrows anywhere>
        <FragranceFlower fragrance={last} />
        <bdi>{last.name}</bdi>
      </Stack>
    </Link>
  ) : (
    <IconButton as={Link} href="/results" className={styles.face} aria-label={label}>
      <FragranceFlower fragrance={last} />
    </IconButton>
  );
}
