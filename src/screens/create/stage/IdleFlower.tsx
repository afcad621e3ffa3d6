import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { fragrance, hasFragrance } from '#features/fragrance/state/current.ts';
import { lazyPart } from '#ui/loading/lazyPart.tsx';
import { ExamplePicture } from '#ui/screen/ExamplePicture.tsx';
import { PlayIcon } from '#ui/icons/icons.tsx';
import { Box, Stack } from '#ui/layout/Box.tsx';
import styles from './IdleFlower.module.css';

/** Loaded with the first press. */
const PlayedExample = lazyPart(() => import('./PlayedExample.tsx'), {
  waiting: <PlayablePicture />,
  failed: () => <PlayablePicture />,
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
    <Stack
      top
      gap={2}
      className={styles.resting}
      data-faint={faint || undefined}
      inert={faint}
      aria-hidden={faint || undefined}
    >
      {current !== null || hasFragrance() ? <LastFlower /> : <Example key={String(faint)} />}
    </Stack>
  );
}

/** The flower of the example, to be heard, and its name; in the menu, too. */
export function Example() {
  const [presses, setPresses] = useState(0);
  return (
    <>
      <Box
        as="button"
        type="button"
        position="relative"
        radius="circle"
        wide
        className={`drawing ${styles.face}`}
        aria-label="Hear an example: Saffron Refrain with Galbanum"
        onClick={() => setPresses(presses + 1)}
      >
        {presses === 0 ? <PlayablePicture /> : <PlayedExample presses={presses} />}
      </Box>
      <p className={`clamp ${styles.caption}`} aria-hidden="true">
        <strong className="strong ink">Saffron Refrain</strong> with Galbanum
      </p>
    </>
  );
}

/** The example's flower, and the sign that it plays. */
function PlayablePicture() {
  return (
    <>
      <ExamplePicture />
      <span className={styles.play}>
        <PlayIcon size={18} />
      </span>
    </>
  );
}
