import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { fragrance, hasFragrance } from '#features/fragrance/state/current.ts';
import { lazyPart } from '#ui/loading/lazyPart.tsx';
import { PlayIcon } from '#ui/icons/icons.tsx';
import styles from './IdleFlower.module.css';

/** Loaded with the first press. */
const PlayedExample = lazyPart(() => import('./PlayedExample.tsx'), {
  waiting: <ExamplePicture />,
  failed: () => <ExamplePicture />,
});
/** Visitors without a fragrance do not load it. */
const LastFlower = lazyPart(() => import('./LastFlower.tsx'), { failed: () => null });

/**
 * The flower on the sheet before a sound: the visitor's last fragrance, or an example that plays. `faint`: from the
 * press of Record until the first note, as a picture without presses.
 */
export function IdleFlower({ faint }: { faint: boolean }) {
  const { current } = useSnapshot(fragrance);
  // The key ends the example's sound at the press of Record.
  return (
    <div className={styles.resting} data-faint={faint || undefined} inert={faint} aria-hidden={faint || undefined}>
      {current !== null || hasFragrance() ? <LastFlower /> : <Example key={String(faint)} />}
    </div>
  );
}

function Example() {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <button
        type="button"
        className={styles.face}
        aria-label="Hear an example: Saffron Refrain with Galbanum"
        onClick={() => setPresses(presses + 1)}
      >
        {presses === 0 ? <ExamplePicture /> : <PlayedExample presses={presses} />}
      </button>
      <p className={styles.caption} aria-hidden="true">
        <strong className="strong ink">Saffron Refrain</strong> with Galbanum
      </p>
    </>
  );
}

/** The example's flower as a file of the build (pwa/example.ts): the first load has no script for it. */
function ExamplePicture() {
  return (
    <>
      <picture>
        <source srcSet="/example-dark.svg" media="(prefers-color-scheme: dark)" />
        <img src="/example.svg" alt="" width={480} height={480} decoding="async" fetchPriority="low" />
      </picture>
      <span className={styles.play}>
        <PlayIcon size={18} />
      </span>
    </>
  );
}
