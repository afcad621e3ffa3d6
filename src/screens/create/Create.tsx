import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { lazyPart } from '#ui/loading/lazyPart.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Box, Stack, Text } from '#ui/layout/Box.tsx';
import { LoadFailure } from '#ui/loading/LoadFailure.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { enterRecorder, openDroppedOrPasted } from '#features/create/state/recording/recorderControls.ts';
import { recorder, SILENCE_MESSAGES } from '#features/create/state/recording/recordingState.ts';
import { DropHint } from './DropHint.tsx';
import { Controls } from './controls/Controls.tsx';
import { SecretHint } from './controls/SecretHint.tsx';
import { Stage } from './stage/Stage.tsx';
import { useDropAndPaste } from './useDropAndPaste.ts';
import styles from './Create.module.css';
import { Scope } from '#core/lifetime/scope.ts';
import { lengthInWords } from '#ui/loading/formatTime.ts';

/** Rarely used, so loaded on demand. */
const VideoMode = lazyPart(() => import('./video/VideoMode.tsx'), {
  waiting: (
    <Text size="lead" tone="muted" className={styles.status}>
      One moment...
    </Text>
  ),
  failed: (again, { onAudio }) => (
    <Box size="lead" tone="muted" className={styles.status}>
      <LoadFailure onAgain={again} />
      <Button variant="quiet" onClick={onAudio}>
        Back to audio
      </Button>
    </Box>
  ),
});

const PAGE_TITLES = {
  inactive: 'Create Your Fragrance',
  requesting: 'Create Your Fragrance',
  recording: 'We are listening',
  uploading: 'Opening your sound',
  recorded: 'Your sound is here',
} as const;
/** Title while the recording is being put together. */
const STOPPING_TITLE = 'One moment...';
/** Title for a sound in which no note was found. */
const SILENT_TITLE = 'We heard nothing';

/** The home screen: record or drop a sound, or record a video, and make a fragrance of it. */
export default function Create() {
  const { medium } = useSnapshot(recorder);
  useEffect(() => () => void (recorder.medium = 'audio'), []);
  if (medium === 'audio') return <AudioMode onVideo={() => void (recorder.medium = 'video')} />;
  return (
    <Stack as="section" grows className={`page ${styles.screen}`}>
      <VideoMode onAudio={() => void (recorder.medium = 'audio')} />
    </Stack>
  );
}

function AudioMode({ onVideo }: { onVideo: () => void }) {
  const { recordingState, stopping, creating, silent } = useSnapshot(recorder);
  const screen = useRef<HTMLElement>(null);
  useEffect(enterRecorder, []);
  const welcome = recordingState === 'inactive' || (recordingState === 'recorded' && !creating);
  const hovering = useDropAndPaste(welcome, (files, text) => void openDroppedOrPasted(files, text, navigate));
  return (
    <Stack as="section" ref={screen} grows className={`page ${styles.screen}`} data-state={recordingState}>
      <Stack gap={4} className={`area-words ${styles.words}`}>
        <ScreenHeading className={styles.title}>
          {silent ? SILENT_TITLE : stopping ? STOPPING_TITLE : PAGE_TITLES[recordingState]}
        </ScreenHeading>
        <StatusLine />
      </Stack>
      <Stage />
      <Controls onVideo={onVideo} />
      <SecretHint screen={screen} />
      {hovering && (
        <DropHint>
          <Text font="serif" weight="title-weight" size="heading" tracking="closer">
            Drop your sound anywhere
          </Text>
        </DropHint>
      )}
    </Stack>
  );
}

/** Duration of the first sentence before the hint, ms. */
const FIRST_SENTENCE_MS = 4000;
/** A recording of this length is long enough, s. */
const LONG_ENOUGH = 5;
const LENGTH_ADVICE = 'Hold at least 5 seconds for best results.';

/** The sentence under the title; a live region, so that screen readers announce every state. */
function StatusLine() {
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
