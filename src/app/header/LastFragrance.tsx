import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { isolated } from '../../core/values/bidi.ts';
import type { Fragrance } from '../../features/fragrance/domain/composition/model.ts';
import { FragranceFace } from '../../features/fragrance/parts/FragranceFace.tsx';
import { fragrance } from '../../features/fragrance/state/current.ts';
import { loadCurrentFragrance } from '../../features/fragrance/state/fragrance.ts';
import styles from './LastFragrance.module.css';

/**
 * The face of the visitor's last fragrance, the way back to it; `named` shows its name, too. Nothing where the stored
 * one cannot be read.
 */
export default function LastFragrance({ named = false }: { named?: boolean }) {
  const last = (useSnapshot(fragrance).current as Fragrance | null) ?? loadCurrentFragrance();
  if (last === null) return null;
  return (
    <Link
      href="/results"
      className={named ? '' : (styles.face ?? '')}
      aria-label={`Your fragrance ${isolated(last.name)}`}
    >
      {named ? (
        <span className={styles.named}>
          <FragranceFace fragrance={last} />
          <bdi>{last.name}</bdi>
        </span>
      ) : (
        <FragranceFace fragrance={last} />
      )}
    </Link>
  );
}
