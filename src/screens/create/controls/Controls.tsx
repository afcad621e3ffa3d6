import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { useSnapshot } from 'valtio';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { mayUpload } from '#core/network/config.ts';
import { Scope } from '#core/lifetime/scope.ts';
import {
  createFragrance,
  resetRecording,
  startOver,
  startRecording,
  stopRecording,
  togglePlayback,
} from '#features/create/state/recording/recorderControls.ts';
import {
  dismissAudioError,
  recorder,
  setMusic,
  type RecordingState,
} from '#features/create/state/recording/recordingState.ts';
import { session } from '#features/session/state/session.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Switch } from '#ui/controls/Switch.tsx';
import { lazyPart } from '#ui/loading/lazyPart.tsx';
import { CameraIcon, PlayIcon, StopIcon, UploadIcon } from '#ui/icons/icons.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import { moveScreens } from '#ui/screen/moveScreens.ts';
import { FilePicker } from '../FilePicker.tsx';
import { RecordingQuestion } from './RecordingQuestion.tsx';
import { RecordButton, RecordTime } from '../RecordButton.tsx';
import styles from './Controls.module.css';

/** Rarely needed, so loaded on demand. */
const loadErrorPanel = () => import('./AudioErrorPanel.tsx');
const AudioErrorPanel = lazyPart(loadErrorPanel);

/** The controls of the create screen by state; `onVideo` switches to video mode. */
export function Controls({ onVideo }: { onVideo: () => void }) {
  const { recordingState, audioError } = useSnapshot(recorder);
  const controls = useRef<HTMLDivElement>(null);
  useFocusAlong(controls, recordingState);
  return (
    <Stack ref={controls} gap={4} top className={styles.controls}>
      <RecordingQuestion />
      {recordingState === 'inactive' && audioError !== null ? (
        <AudioErrorPanel
          type={audioError.type}
          message={audioError.message}
          onTryAgain={() => {
            dismissAudioError();
            void startRecording();
          }}
          onDismiss={dismissAudioError}
        />
      ) : (
        <StateControls />
      )}
      {recordingState === 'inactive' && audioError === null && (
        <Button variant="quiet" className={styles.video} onClick={onVideo}>
          <CameraIcon size={20} /> Video AI Coming Soon!
        </Button>
      )}
    </Stack>
  );
}

/** Moves the focus when a pressed button is replaced by the next one. */
function useFocusAlong(controls: RefObject<HTMLElement | null>, state: RecordingState): void {
  const pressed = useRef(false);
  const before = useRef(state);
  useEffect(() => {
    const scope = new Scope();
    const element = controls.current;
    if (element === null) return undefined;
    scope.listen(element, 'click', () => {
      pressed.current = true;
    });
    scope.listen(element, 'keydown', (event) => {
      // A held key must not run through Record, Stop and Create.
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    });
    return () => scope.dispose();
  }, [controls]);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (!pressed.current || document.activeElement !== document.body) return;
    controls.current?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: true });
  }, [controls, state]);
}

function StateControls() {
  const { recordingState } = useSnapshot(recorder);
  switch (recordingState) {
    case 'inactive':
    case 'requesting':
      return <Ready waiting={recordingState === 'requesting'} />;
    case 'recording':
      return <Recording />;
    case 'uploading':
      return (
        <Line>
          <Text tone="muted" size="small">
            One moment...
          </Text>
          <Button variant="flush" data-next="" onClick={resetRecording}>
            Cancel
          </Button>
        </Line>
      );
    case 'recorded':
      return <Recorded />;
    default:
      return recordingState satisfies never;
  }
}

/** What a state offers, in one line where there is room. */
function Line({ children }: { children: ReactNode }) {
  return (
    <Row wrap gap={3} columnGap={4} align="middle" className={styles.row}>
      {children}
    </Row>
  );
}

function Ready({ waiting }: { waiting: boolean }) {
  const { user } = useSnapshot(session);
  return (
    <Line>
      <div className={styles.dock}>
        <RecordButton
          aria-disabled={waiting}
          onClick={() => {
            if (waiting) return;
            void startRecording();
            afterNextPaint(() => void loadErrorPanel().catch(() => undefined));
          }}
        >
          <span>{waiting ? 'Waiting...' : 'Record'}</span>
        </RecordButton>
        {mayUpload(user?.email) && (
          <FilePicker variant="outline" disabled={waiting}>
            <UploadIcon /> Upload File
          </FilePicker>
        )}
      </div>
      {/* Only before a recording: a phone has no space for both. */}
      {waiting ? (
        <Button variant="flush" onClick={resetRecording}>
          Cancel
        </Button>
      ) : (
        <MusicSwitch />
      )}
    </Line>
  );
}

function Recording() {
  const { recordingTime, stopping } = useSnapshot(recorder);
  return (
    <Line>
      <div className={styles.dock}>
        <RecordButton
          running={!stopping}
          aria-disabled={stopping}
          aria-busy={stopping}
          onClick={() => void stopRecording()}
        >
          <span className="visually-hidden">{stopping ? 'Finishing, ' : 'Stop recording, '}</span>
          <RecordTime seconds={recordingTime} />
        </RecordButton>
      </div>
      {stopping ? (
        <Button variant="flush" onClick={resetRecording}>
          Cancel
        </Button>
      ) : (
        <Text tone="muted" size="small" className={styles.aside} aria-hidden="true">
          Tap to stop
        </Text>
      )}
    </Line>
  );
}

/** Discards a silent recording and starts a new one. */
async function recordAgain(): Promise<void> {
  await resetRecording();
  await startRecording();
}

function Recorded() {
  const { playing, creating, silent, recordingMode } = useSnapshot(recorder);
  const [, navigate] = useLocation();
  const create = async () => {
    if (creating) return;
    if (await createFragrance()) moveScreens(() => navigate('/processing', { transition: true }));
  };
  return (
    <Line>
      <div className={styles.dock}>
        {silent && recordingMode === 'upload' ? (
          <FilePicker variant="primary" className={styles.create}>
            Choose another file
          </FilePicker>
        ) : (
          <Button
            variant="primary"
            data-next=""
            className={styles.create}
            aria-disabled={creating}
            aria-busy={creating}
            onClick={() => void (silent ? recordAgain() : create())}
          >
            {silent ? 'Record again' : creating ? 'Processing...' : 'Create Fragrance'}
          </Button>
        )}
      </div>
      <Button
        variant="outline"
        className={styles.play}
        aria-pressed={playing}
        disabled={creating}
        onClick={() => void togglePlayback()}
      >
        {playing ? <StopIcon /> : <PlayIcon />} <span>{playing ? 'Playing...' : 'Play Recording'}</span>
      </Button>
      <Button variant="flush" disabled={creating} onClick={startOver}>
        Reset
      </Button>
    </Line>
  );
}

/** Turns off the microphone's voice processing, which removes sustained notes. */
function MusicSwitch() {
  const { music } = useSnapshot(recorder);
  return (
    <Switch
      checked={music}
      onChange={setMusic}
      label="Music"
      why={music ? 'On: long notes stay whole.' : 'On for singing, off in noise.'}
    />
  );
}
