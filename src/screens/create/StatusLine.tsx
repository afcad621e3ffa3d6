import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Scope } from '#core/lifetime/scope.ts';
import { lengthInWords } from '#ui/loading/formatTime.ts';
import { recorder, SILENCE_MESSAGES } from '#features/create/state/recording/recordingState.ts';
import { Text } from '#ui/layout/Box.tsx';
import styles from './Create.module.css';

/** Duration of the first sentence before the hint, ms. */
const FIRST_SENTENCE_MS = 4000;
/** A recording of this length is long enough, s. */
const LONG_ENOUGH = 5;
const LENGTH_ADVICE = 'Hold at least 5 seconds for best results.';

/** The sentence under the title; a live region, so that screen readers announce every state. */
export function StatusLine() {
  const { recordingState, recordingMode, recordingTime, stopping, audioFileName, duration, silent, isPartial } =
    useSnapshot(recorder);
  const seconds = duration ?? recordingTime;
  return (
    <Text as="output" size="lead" tone="muted" className={styles.status}>
      {recordingState === 'inactive' && <Welcome />}
      {recordingState === 'requesting' && (
        <span>Waiting for your microphone. Your browser may ask you to allow it.</span>
      )}
      {recordingState === 'recording' &&
        (stopping ? <span>We have your sound and are finding its notes.</span> : <Encouragement />)}
      {recordingState === 'uploading' && <span>{`Reading ${audioFileName ?? 'your file'}...`}</span>}
      {recordingState === 'recorded' && (
        <>
          {audioFileName !== null && <span className="anywhere">{`${audioFileName}, `}</span>}
          <span>{`${lengthInWords(seconds)}${audioFileName === null ? ' of you' : ''}.`}</span>
          {isPartial && <span> The rest of this file could not be read.</span>}
          {silent && <span>{` ${SILENCE_MESSAGES[recordingMode]}`}</span>}
          {recordingMode === 'live' && seconds < LONG_ENOUGH && <span>{` ${LENGTH_ADVICE}`}</span>}
        </>
      )}
    </Text>
  );
}

/** The sentence during a recording. It praises only an audible sound. */
function Encouragement() {
  const { recordingTime, muted, unheard, quiet } = useSnapshot(recorder);
  if (muted) return <span>Your microphone is muted. Unmute it, then keep going.</span>;
  if (recordingTime < LONG_ENOUGH) return <span>Keep going: five seconds are enough.</span>;
  if (unheard) return <span>We hear nothing yet. Check that your microphone is on.</span>;
  return <span>{quiet ? 'Stop whenever you like.' : 'Lovely. Stop whenever you like.'}</span>;
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
      {first ? 'Record your voice or upload an audio file' : `Press Record to capture your sound. ${LENGTH_ADVICE}`}
    </span>
  );
}
