import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { isolated } from '../../core/values/bidi.ts';
import type { Fragrance } from '../../features/fragrance/domain/index.ts';
import { FragranceFace } from '../../features/fragrance/parts/index.ts';
import { fragrance, loadCurrentFragrance } from '../../features/fragrance/state/index.ts';
import styles from './LastFragrance.module.css';

/** The face of the visitor's last fragrance, the way back to it; nothing where the stored one cannot be read. */
export default function LastFragrance() {
  const last = (useSnapshot(fragrance).current as Fragrance | null) ?? loadCurrentFragrance();
  if (last === null) return null;
  return (
    <Link href="/results" className={styles.face ?? ''} aria-label={`Your fragrance ${isolated(last.name)}`}>
      <FragranceFace fragrance={last} />
    </Link>
  );
}
