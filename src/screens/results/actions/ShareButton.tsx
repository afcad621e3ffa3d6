import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { recorder } from '#features/create/state/recording/recordingState.ts';
import { openSheet, prepareShare } from '#features/share/state/share.ts';
import { shares } from '#features/share/state/shares.ts';
import { Button } from '#ui/controls/Button.tsx';
import { ShareIcon } from '#ui/icons/laterIcons.tsx';
import { dialogPart } from '#ui/loading/lazyPart.tsx';
import { ShareOutcome } from './ShareOutcome.tsx';
import styles from './actions.module.css';

const ShareSheet = dialogPart(() => import('./ShareSheet.tsx'));

/** Makes the picture this long after the results appeared, ms, to leave their animation undisturbed. */
const PREPARE_AFTER_MS = 2500;

/** Opens the sheet with link and film, unless the recording is being uploaded. */
export function ShareButton({ fragrance }: { fragrance: Fragrance }) {
  const { sheet } = useSnapshot(shares);
  const { uploads } = useSnapshot(recorder);
  const [asked, setAsked] = useState(false);
  // False only while its recording is being uploaded; without a recording its notes are shared.
  const ready = fragrance.recordingId === undefined || !uploads.includes(fragrance.recordingId);
  useEffect(() => {
    if (!ready) return undefined;
    const scope = new Scope();
    scope.timeout(() => prepareShare(fragrance), PREPARE_AFTER_MS);
    return () => scope.dispose();
  }, [ready, fragrance]);
  // Close the sheet on unmount: it must not be open for the next fragrance.
  useEffect(
    () => () => {
      shares.sheet = false;
    },
    [],
  );
  return (
    <>
      <Button
        variant="primary"
        className={styles.share}
        disabled={!ready}
        aria-haspopup="dialog"
        onPointerEnter={() => ready && prepareShare(fragrance)}
        onFocus={() => ready && prepareShare(fragrance)}
        onClick={() => {
          setAsked(true);
          openSheet();
        }}
      >
        <ShareIcon /> <span>{ready ? 'Share' : 'Loading...'}</span>
      </Button>
      {asked && <ShareSheet fragrance={fragrance} open={sheet} onOpenChange={(open) => (shares.sheet = open)} />}
    </>
  );
}

/** The result of sharing, shown after the sheet was closed. */
export function ShareResult({ fragrance }: { fragrance: Fragrance }) {
  const { sheet } = useSnapshot(shares);
  return sheet ? null : <ShareOutcome fragrance={fragrance} brief />;
}
