import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { isolateBidi } from '#core/values/bidi.ts';
import { FragranceFlower } from '#features/fragrance/components/FragranceFlower.tsx';
import { fragrance } from '#features/fragrance/state/current.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { processing } from '#features/create/state/processing/processing.ts';
import { Box } from '#ui/layout/Box.tsx';
import styles from './IdleFlower.module.css';

/** The visitor's last fragrance, which leads to its page; nothing where the stored one cannot be read. */
export default function LastFlower() {
  const last = (useSnapshot(fragrance).current as Fragrance | null) ?? loadCurrentFragrance();
  // A visitor who left the processing screen early finds its result here.
  const isNew = useSnapshot(processing).status === 'done';
  if (last === null) return null;
  return (
    <>
      <Box
        as={Link}
        href="/results"
        position="relative"
        radius="circle"
        wide
        className={`drawing ${styles.face}`}
        aria-label={`Open your ${isNew ? 'new' : 'last'} fragrance, ${isolateBidi(last.name)}`}
      >
        <FragranceFlower fragrance={last} />
      </Box>
      <p className={`clamp ${styles.caption}`} aria-hidden="true">
        <span className="block">{isNew ? 'Your new fragrance: ' : 'Your last fragrance: '}</span>
        <Link href="/results" tabIndex={-1} className="strong ink">
          <bdi>{last.name}</bdi>
        </Link>
      </p>
    </>
  );
}
