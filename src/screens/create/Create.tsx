import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { lazyPart } from '#ui/loading/lazyPart.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Box, Stack, Text } from '#ui/layout/Box.tsx';
import { LoadFailure } from '#ui/loading/LoadFailure.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { enterRecorder, openDroppedOrPasted } from '#features/create/state/recording/recorderControls.ts';
import { recorder } from '#features/create/state/recording/recordingState.ts';
import { DropHint } from './DropHint.tsx';
import { Controls } from './controls/Controls.tsx';
import { SecretHint } from './controls/SecretHint.tsx';
import { Stage } from './stage/Stage.tsx';
import { StatusLine } from './StatusLine.tsx';
import { useDropAndPaste } from './useDropAndPaste.ts';
import styles from './Create.module.css';

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
      <Button look="quiet" onClick={onAudio}>
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
