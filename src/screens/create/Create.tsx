import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { lazyPart } from '#ui/loading/lazyPart.tsx';
import { buttonClass } from '#ui/controls/button.ts';
import { LoadFailure } from '#ui/loading/LoadFailure.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { enterRecorder, openBrought } from '#features/create/state/recording/recorderControls.ts';
import { recorder } from '#features/create/state/recording/recordingState.ts';
import { Controls } from './controls/Controls.tsx';
import { SecretHint } from './controls/SecretHint.tsx';
import { Stage } from './stage/Stage.tsx';
import { StatusLine } from './StatusLine.tsx';
import { useDropAndPaste } from './useDropAndPaste.ts';
import styles from './Create.module.css';

/** Rarely used, so loaded on demand. */
const VideoMode = lazyPart(() => import('./video/VideoMode.tsx'), {
  waiting: <p className={styles.status}>One moment...</p>,
  failed: (again, { onAudio }) => (
    <div className={styles.status}>
      <LoadFailure onAgain={again} />
      <button type="button" className={buttonClass('quiet')} onClick={onAudio}>
        Back to audio
      </button>
    </div>
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
    <section className={styles.screen}>
      <VideoMode onAudio={() => void (recorder.medium = 'audio')} />
    </section>
  );
}

function AudioMode({ onVideo }: { onVideo: () => void }) {
  const { recordingState, stopping, creating, silent } = useSnapshot(recorder);
  const screen = useRef<HTMLElement>(null);
  useEffect(enterRecorder, []);
  const welcome = recordingState === 'inactive' || (recordingState === 'recorded' && !creating);
  const hovering = useDropAndPaste(welcome, (files, text) => void openBrought(files, text, navigate));
  return (
    <section ref={screen} className={styles.screen} data-state={recordingState}>
      <div className={styles.words}>
        <ScreenHeading className={styles.title}>
          {silent ? SILENT_TITLE : stopping ? STOPPING_TITLE : PAGE_TITLES[recordingState]}
        </ScreenHeading>
        <StatusLine />
      </div>
      <Stage />
      <Controls onVideo={onVideo} />
      <SecretHint screen={screen} />
      {hovering && (
        <div className={styles.drop}>
          <p className="serif title-weight heading closer">Drop your sound anywhere</p>
        </div>
      )}
    </section>
  );
}
