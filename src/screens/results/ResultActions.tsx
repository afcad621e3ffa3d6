import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { outboxView } from '../../state/sending/outbox.ts';
import { buttonClass } from '../../ui/controls/button.ts';
import { DownloadIcon } from '../../ui/controls/icons.tsx';
import { dialogPart, lazyPart } from '../../ui/loading/lazyPart.tsx';
import { SaveToProfile } from './actions/SaveToProfile.tsx';
import styles from './actions/actions.module.css';
import { ShareButton, ShareResult } from './actions/ShareButton.tsx';

const ExportMenu = lazyPart(() => import('./actions/ExportMenu.tsx'), {
  waiting: (
    <button type="button" className={buttonClass('outline')} aria-disabled="true">
      <DownloadIcon /> Export
    </button>
  ),
});
const SubmitDialog = dialogPart(() => import('./actions/SubmitDialog.tsx'));

export interface ResultActionsProps {
  profile: Fragrance;
  /** Opened from a playlist: nothing that belongs to the visitor's own sound is offered. */
  fromPlaylist: boolean;
}

/** What can be done with the fragrance, beside listening to it. */
export function ResultActions({ profile, fromPlaylist }: ResultActionsProps) {
  return (
    <>
      {!fromPlaylist && <ShareButton profile={profile} />}
      {!fromPlaylist && <SaveToProfile profile={profile} />}
      <ExportMenu profile={profile} />
      {!fromPlaylist && <Submit profile={profile} />}
      {!fromPlaylist && (
        <Link href="/customize" className={buttonClass('quiet')}>
          Customize your bottle
        </Link>
      )}
      <Link href="/create" className={buttonClass('quiet')}>
        Create another
      </Link>
      {!fromPlaylist && <SubmissionWaits />}
      {!fromPlaylist && <ShareResult profile={profile} />}
    </>
  );
}

/** Quietly, and only while it is so. */
function SubmissionWaits() {
  const { waiting } = useSnapshot(outboxView);
  if (!waiting.some(({ kind, attempts, refused }) => kind === 'submission' && attempts > 0 && refused === undefined))
    return null;
  return (
    <output className={styles.quiet}>A submission of yours waits for the connection and goes out by itself.</output>
  );
}

function Submit({ profile }: { profile: Fragrance }) {
  const [open, setOpen] = useState(false);
  // Once asked for, it stays, so that closing can be seen and what was typed is still there.
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        className={buttonClass('outline')}
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        Submit
      </button>
      {asked && <SubmitDialog profile={profile} open={open} onOpenChange={setOpen} />}
    </>
  );
}
