import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Fragrance } from '../../features/fragrance/domain/composition/model.ts';
import { outboxView } from '../../features/outbox/state/outbox.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { MoreIcon } from '../../ui/icons/laterIcons.tsx';
import { dialogPart, lazyPart } from '../../ui/loading/lazyPart.tsx';
import { Row } from '../../ui/layout/Box.tsx';
import { SaveToProfile } from './actions/SaveToProfile.tsx';
import styles from './actions/actions.module.css';
import { ShareButton, ShareResult } from './actions/ShareButton.tsx';
import { PlayFragranceButton } from './PlayFragranceButton.tsx';

const MoreMenu = lazyPart(() => import('./actions/MoreMenu.tsx'), {
  waiting: (
    <Button look="outline" aria-disabled="true">
      <MoreIcon /> More
    </Button>
  ),
});
const SubmitDialog = dialogPart(() => import('./actions/SubmitDialog.tsx'));

interface ResultActionsProps {
  fragrance: Fragrance;
  /** Opened from a playlist: hides actions for the visitor's own sound. */
  fromPlaylist: boolean;
}

/** The actions on a fragrance: share, listen, save, and a menu with the rest. */
export function ResultActions({ fragrance, fromPlaylist }: ResultActionsProps) {
  const [submitting, setSubmitting] = useState(false);
  // Stays mounted once opened, so that it can animate and keep its input.
  const [asked, setAsked] = useState(false);
  const submit = () => {
    setAsked(true);
    setSubmitting(true);
  };
  return (
    <Row wrap gap={2} className={styles.actions} data-screen-only="">
      {!fromPlaylist && <ShareButton fragrance={fragrance} />}
      <PlayFragranceButton fragrance={fragrance} look={fromPlaylist ? 'primary' : 'outline'} />
      {!fromPlaylist && <SaveToProfile fragrance={fragrance} />}
      <MoreMenu fragrance={fragrance} fromPlaylist={fromPlaylist} onSubmit={submit} />
      {!fromPlaylist && <SubmissionWaits />}
      {!fromPlaylist && <ShareResult fragrance={fragrance} />}
      {asked && <SubmitDialog fragrance={fragrance} open={submitting} onOpenChange={setSubmitting} />}
    </Row>
  );
}

/** A quiet notice while a submission waits. */
function SubmissionWaits() {
  const { waiting } = useSnapshot(outboxView);
  if (!waiting.some(({ kind, attempts, refused }) => kind === 'submission' && attempts > 0 && refused === undefined))
    return null;
  return (
    <output className={styles.quiet}>
      Your submission is waiting for the connection. It will be sent automatically.
    </output>
  );
}
