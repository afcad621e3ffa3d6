import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Scope } from '../../../../core/lifetime/scope.ts';
import { formatTime } from '../../../../ui/loading/formatTime.ts';
import { recorder, SILENCE } from '../../state/recording/recorderView.ts';
import styles from './Create.module.css';

/** Duration of the first sentence before the hint, ms. */
const FIRST_SENTENCE_MS = 4000;
/** A recording of this length is long enough, s. */
const LONG_ENOUGH = 5;

/** The sentence under the title; a live region, so that screen readers announce every state. */
export function StatusLine() {
  const { recordingState, recordingMode, recordingTime, audioFileName, duration, silent } = useSnapshot(recorder);
  return (
    <output className={styles.status}>
      {recordingState === 'inactive' && <Welcome />}
      {recordingState === 'requesting' && 'Waiting for your microphone. Your browser may ask you to allow it.'}
      {recordingState === 'recording' &&
        (recordingTime < LONG_ENOUGH
          ? 'Hold at least 5 seconds for best results.'
          : 'That is long enough. Stop whenever you like.')}
      {recordingState === 'uploading' && `Reading ${audioFileName ?? 'your file'}...`}
      {recordingState === 'recorded' && (
        <>
          {audioFileName === null ? 'Your recording' : <span className="anywhere">{audioFileName}</span>},{' '}
          <span className="digits">{formatTime(duration ?? recordingTime)}</span> long.
          {silent && ` ${SILENCE[recordingMode]}`}
        </>
      )}
    </output>
  );
}

function Welcome() {
  const [first, setFirst] = useState(true);
  useEffect(() => {
    const scope = new Scope();
    scope.timeout(() => setFirst(false), FIRST_SENTENCE_MS);
    return () => scope.dispose();
  }, []);
  return first
    ? 'Record your voice or upload an audio file'
    : 'Press Record to capture your sound. Hold at least 5 seconds for best results.';
}
