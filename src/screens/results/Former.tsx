import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { isolated } from '../../core/values/bidi.ts';
import { bringBackFormer, loadFormer } from '../../features/fragrance/state/former.ts';
import { fragrance } from '../../features/fragrance/state/fragrance.ts';
import { buttonClass, LONG_LABEL } from '../../ui/controls/button.ts';
import styles from './Results.module.css';

/** Returns to the fragrance that the current one has replaced. */
export function Former() {
  const { former } = useSnapshot(fragrance);
  useEffect(() => void loadFormer(), []);
  if (former === null) return null;
  return (
    <button
      type="button"
      className={buttonClass('quiet', `${styles.former} ${LONG_LABEL}`)}
      data-screen-only=""
      data-kept="former"
      onClick={bringBackFormer}
    >
      {`Bring back ${isolated(former.name)}`}
    </button>
  );
}
