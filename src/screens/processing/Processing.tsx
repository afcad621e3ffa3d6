import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSnapshot } from 'valtio';
import { localStore } from '../../platform/storage/localStore.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { takeStorageError } from '../../state/fragrance/fragrance.ts';
import {
  cancelProcessing,
  leaveProcessing,
  processing,
  refreshProgress,
  wasFinished,
} from '../../state/recording/processing.ts';
import { createFragrance, recorder } from '../../state/recording/recorderControls.ts';
import { buttonClass } from '../../ui/controls/button.ts';
import { ScreenHeading } from '../../ui/screen/ScreenHeading.tsx';
import { momentAt, TICK_MS, type Moment } from './choreography.ts';
import { Ring } from './Ring.tsx';
import styles from './Processing.module.css';

/** Goes somewhere for good: this screen is no place to come back to. When even that fails, to the create screen. */
function useLeave(): (to: string) => void {
  const [, navigate] = useLocation();
  return (to) => {
    try {
      navigate(to, { replace: true });
    } catch {
      window.location.replace('/create');
    }
  };
}

/** Why this screen cannot be shown: a full storage, or nothing to wait for. */
function mustGoBack(): boolean {
  return localStore.errorFlag() !== null || processing.status === 'idle';
}

/** The wait between the recording and its fragrance. */
export default function Processing() {
  const leave = useLeave();
  const [astray] = useState(mustGoBack);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    // The fragrance that was being made when this page was loaded anew may have been finished by then.
    if (astray) leave(!takeStorageError() && wasFinished() ? '/results' : '/create');
    // eslint-disable-next-line react/exhaustive-deps -- once, on arrival
  }, [astray]);
  if (astray) return null;
  return <Waiting key={attempt} onLeave={leave} onAgain={() => setAttempt(attempt + 1)} />;
}

interface WaitingProps {
  onLeave: (to: string) => void;
  onAgain: () => void;
}

function Waiting({ onLeave, onAgain }: WaitingProps) {
  const { status } = useSnapshot(processing);
  const [moment, setMoment] = useState<Moment>(() => momentAt(0, processing.status));
  useEffect(() => {
    const scope = new Scope();
    const begun = performance.now();
    const look = () => {
      refreshProgress();
      const next = momentAt(performance.now() - begun, processing.status);
      setMoment(next);
      if (next.next !== 'stay') scope.dispose();
    };
    scope.interval(look, TICK_MS / 3);
    return () => scope.dispose();
  }, []);
  const { next } = moment;
  const toResults = () => {
    leaveProcessing();
    onLeave('/results');
  };
  useEffect(() => {
    if (next === 'leave') toResults();
    // eslint-disable-next-line react/exhaustive-deps -- leaving happens once, when the clock says so
  }, [next]);
  useEffect(() => {
    if (status !== 'silent') return;
    leaveProcessing();
    onLeave('/create');
    // eslint-disable-next-line react/exhaustive-deps -- leaving happens once, when silence was all there was
  }, [status]);
  if (next === 'fail' || status === 'failed') return <Failed onLeave={onLeave} onAgain={onAgain} />;
  return (
    <section className={styles.screen}>
      <ScreenHeading className="visually-hidden">Composing your fragrance</ScreenHeading>
      <div className={styles.ring}>
        <Ring percent={moment.percent} />
      </div>
      <output className={styles.message}>
        <span key={moment.message}>{moment.message}</span>
      </output>
      <Sending />
      <div className={styles.skip}>
        {moment.skippable && (
          <button type="button" className={buttonClass('quiet')} onClick={toResults}>
            Skip
          </button>
        )}
      </div>
      <Licence />
    </section>
  );
}

/** The recording goes out meanwhile; nobody has to wait for it. */
function Sending() {
  const { uploadProgress } = useSnapshot(recorder);
  return (
    <p className={styles.sending}>
      {uploadProgress !== null &&
        `Sending your recording, ${Math.round(Math.min(1, Math.max(0, uploadProgress)) * 100)}%`}
    </p>
  );
}

/** Said while there is time to read it. */
function Licence() {
  return (
    <aside className={styles.notice} aria-label="About your recording">
      <p>Please upload music responsibly: only sound that is yours, or that you are licensed to use.</p>
      <p>A recording is personal. It is deleted after 30 days unless you share it, submit it or save its fragrance.</p>
    </aside>
  );
}

/** The analysis broke, or never answered. The recording is still there. */
function Failed({ onLeave, onAgain }: WaitingProps) {
  const [busy, setBusy] = useState(false);
  const again = async () => {
    if (recorder.recordingState !== 'recorded') {
      cancelProcessing();
      onLeave('/create');
      return;
    }
    setBusy(true);
    const going = await createFragrance();
    setBusy(false);
    if (going) onAgain();
  };
  const back = () => {
    cancelProcessing();
    onLeave('/create');
  };
  return (
    <section className={styles.failed} role="alert">
      <ScreenHeading className={styles.title}>Processing Error</ScreenHeading>
      <p>
        We could not finish listening to your sound. Your recording is safe: try again, or go back and record another.
      </p>
      <div className={styles.actions}>
        <button
          type="button"
          className={buttonClass('primary')}
          aria-disabled={busy}
          onClick={() => void (busy ? undefined : again())}
        >
          {busy ? 'Processing...' : 'Try again'}
        </button>
        <button type="button" className={buttonClass('outline')} onClick={back}>
          Back
        </button>
      </div>
    </section>
  );
}
