import { useState, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { outboxView } from '#features/outbox/state/outbox.ts';
import { Button, type ButtonVariant } from '#ui/controls/Button.tsx';
import { MoreIcon } from '#ui/icons/laterIcons.tsx';
import { dialogPart, lazyPart } from '#ui/loading/lazyPart.tsx';
import { Row } from '#ui/layout/Box.tsx';
import styles from './actions/actions.module.css';
import { ShareButton, ShareResult } from './actions/ShareButton.tsx';
import { Scope } from '#core/lifetime/scope.ts';
import { isOfRecording, playFragrance } from '#features/instruments/state/playback/playFragrance.ts';
import { playbackPosition, player, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { PlayIcon, StopIcon } from '#ui/icons/icons.tsx';
import { FixedWidthLabel } from '#ui/controls/FixedWidthLabel.tsx';
import playStyles from './PlayFragranceButton.module.css';
import { fragrance as shown } from '#features/fragrance/state/current.ts';
import { saveFragrance } from '#features/fragrance/state/saveFragrance.ts';

const MoreMenu = lazyPart(() => import('./actions/MoreMenu.tsx'), {
  waiting: (
    <Button variant="outline" aria-disabled="true">
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

/** The actions on a fragrance: share, play, save, and a menu with the rest. */
export function ResultActions({ fragrance, fromPlaylist }: ResultActionsProps) {
  const [submitting, setSubmitting] = useState(false);
  // Stays mounted once opened, so that it can animate and keep its input.
  const [wasRequested, setAsked] = useState(false);
  const submit = () => {
    setAsked(true);
    setSubmitting(true);
  };
  return (
    <Row wrap gap={2} className={styles.actions} data-screen-only="">
      {!fromPlaylist && <ShareButton fragrance={fragrance} />}
      <PlayFragranceButton fragrance={fragrance} variant={fromPlaylist ? 'primary' : 'outline'} />
      {!fromPlaylist && <SaveToProfile fragrance={fragrance} />}
      <MoreMenu fragrance={fragrance} fromPlaylist={fromPlaylist} onSubmit={submit} />
      {!fromPlaylist && <SubmissionWaits />}
      {!fromPlaylist && <ShareResult fragrance={fragrance} />}
      {wasRequested && <SubmitDialog fragrance={fragrance} open={submitting} onOpenChange={setSubmitting} />}
    </Row>
  );
}

/** A quiet notice while a submission is in the outbox. */
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

/** Plays the recording of the fragrance, or its notes where there is none. */
function PlayFragranceButton({ fragrance, variant }: { fragrance: Fragrance; variant: ButtonVariant }) {
  const { sounding } = useSnapshot(player);
  const bar = useRef<HTMLSpanElement>(null);
  const playing = sounding === 'recording';
  const play = isOfRecording(fragrance) ? 'Play Recording' : 'Play Sound';
  const duration = fragrance.trace?.duration ?? 0;
  useEffect(() => {
    const element = bar.current;
    if (!playing || element === null || duration <= 0) return undefined;
    const scope = new Scope();
    scope.frames(() => {
      element.style.transform = `scaleX(${Math.min(1, playbackPosition() / duration)})`;
    });
    return () => {
      scope.dispose();
      element.style.transform = 'scaleX(0)';
    };
  }, [playing, duration]);
  return (
    <Button
      variant={variant}
      className={playStyles.listen}
      aria-pressed={playing}
      onClick={() => void (playing ? stopPlaying() : playFragrance(fragrance))}
    >
      {playing ? <StopIcon /> : <PlayIcon />}{' '}
      <FixedWidthLabel of={[play, 'Playing...']}>{playing ? 'Playing...' : play}</FixedWidthLabel>
      <span ref={bar} className={playStyles.bar} aria-hidden="true" />
    </Button>
  );
}

const DONE_LABELS = {
  saved: 'Saved to my profile',
  kept: 'Kept on this device',
  waiting: 'Kept on this device',
} as const;
const SAVE_LABELS = ['Save to my profile', 'Saving...', DONE_LABELS.saved, DONE_LABELS.kept];

/** "Save to my profile"; without an account the fragrance stays on the device until the login. */
function SaveToProfile({ fragrance }: { fragrance: Fragrance }) {
  const { saving, saved } = useSnapshot(shown);
  const outcome = saved[fragrance.id];
  const busy = saving === fragrance.id;
  const idle = busy || outcome === 'saved';
  return (
    <Button variant="outline" aria-disabled={idle} onClick={() => !idle && void saveFragrance(fragrance)}>
      <FixedWidthLabel of={SAVE_LABELS}>
        {busy ? 'Saving...' : outcome === undefined ? 'Save to my profile' : DONE_LABELS[outcome]}
      </FixedWidthLabel>
    </Button>
  );
}
