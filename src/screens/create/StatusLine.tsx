import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Scope } from '../../core/lifetime/scope.ts';
import { lengthInWords } from '../../ui/loading/formatTime.ts';
import { recorder, SILENCE } from '../../features/create/state/recording/recorderView.ts';
import styles from './Create.module.css';

/** Duration of the first sentence before the hint, ms. */
const FIRST_SENTENCE_MS = 4000;
/** A recording of this length is long enough, s. */
const LONG_ENOUGH = 5;

/** The sentence under the title; a live region, so that screen readers announce every state. */
export function StatusLine() {
  const { recordingState, recordingMode, recordingTime, audioFileName, duration, silent, muted, unheard, isPartial } =
    useSnapshot(recorder);
  return (
    <output className={styles.status}>
      {recordingState === 'inactive' && <Welcome />}
      {recordingState === 'requesting' && (
        <span>Waiting for your microphone. Your browser may ask you to allow it.</span>
      )}
      {recordingState === 'recording' && (
        <span>
          {muted
            ? 'Your microphone is muted. Unmute it, then keep going.'
            : recordingTime < LONG_ENOUGH
              ? 'Keep going: five seconds are enough.'
              : unheard
                ? 'We hear nothing yet. Check that your microphone is on.'
                : 'Lovely. Stop whenever you like.'}
        </span>
      )}
      {recordingState === 'uploading' && <span>{`Reading ${audioFileName ?? 'your file'}...`}</span>}
      {recordingState === 'recorded' && (
        <>
          {audioFileName !== null && <span className="anywhere">{`${audioFileName}, `}</span>}
          <span>{`${lengthInWords(duration ?? recordingTime)}${audioFileName === null ? ' of you' : ''}.`}</span>
          {isPartial && <span> The rest of this file could not be read.</span>}
          {silent && <span>{` ${SILENCE[recordingMode]}`}</span>}
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
  return (
    <span>
      {first
        ? 'Record your voice or upload an audio file'
        : 'Press Record to capture your sound. Hold at least 5 seconds for best results.'}
    </span>
  );
}
