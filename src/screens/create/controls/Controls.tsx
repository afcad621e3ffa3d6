import { useEffect, useRef, type RefObject } from 'react';
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
import { buttonClass } from '#ui/controls/button.ts';
import { Switch } from '#ui/controls/Switch.tsx';
import { formatTime } from '#ui/loading/formatTime.ts';
import { lazyPart } from '#ui/loading/lazyPart.tsx';
import { CameraIcon, PlayIcon, StopIcon, UploadIcon } from '#ui/icons/icons.tsx';
import { moveScreens } from '#ui/screen/moveScreens.ts';
import { FilePicker } from '../FilePicker.tsx';
import { RecordingQuestion } from './RecordingQuestion.tsx';
import record from '../record.module.css';
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
    <div ref={controls} className={styles.controls}>
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
      {recordingState === 'inactive' && (
        <button type="button" className={buttonClass('quiet', styles.video)} onClick={onVideo}>
          <CameraIcon size={20} /> Video AI Coming Soon!
        </button>
      )}
    </div>
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
        <div className={styles.row}>
          <p className={styles.busy}>One moment...</p>
          <button type="button" data-next="" className={buttonClass('flush')} onClick={resetRecording}>
            Cancel
          </button>
        </div>
      );
    case 'recorded':
      return <Recorded />;
    default:
      return recordingState satisfies never;
  }
}

function Ready({ waiting }: { waiting: boolean }) {
  const { user } = useSnapshot(session);
  return (
    <div className={styles.row}>
      <div className={styles.dock}>
        <button
          type="button"
          data-next=""
          className={record.record}
          aria-disabled={waiting}
          onClick={() => {
            if (waiting) return;
            void startRecording();
            afterNextPaint(() => void loadErrorPanel().catch(() => undefined));
          }}
        >
          <span className={record.dot} aria-hidden="true" />
          <span>{waiting ? 'Waiting...' : 'Record'}</span>
        </button>
        {mayUpload(user?.email) && (
          <FilePicker className={buttonClass('outline')} disabled={waiting}>
            <UploadIcon /> Upload File
          </FilePicker>
        )}
      </div>
      {/* Only before a recording: a phone has no space for both. */}
      {waiting ? (
        <button type="button" className={buttonClass('flush')} onClick={resetRecording}>
          Cancel
        </button>
      ) : (
        <MusicSwitch />
      )}
    </div>
  );
}

function Recording() {
  const { recordingTime, stopping } = useSnapshot(recorder);
  return (
    <div className={styles.row}>
      <div className={styles.dock}>
        <button
          type="button"
          data-next=""
          className={stopping ? record.record : record.pill}
          aria-disabled={stopping}
          aria-busy={stopping}
          onClick={() => void stopRecording()}
        >
          {stopping ? <span className={record.dot} aria-hidden="true" /> : <StopIcon />}
          <span className="visually-hidden">{stopping ? 'Finishing, ' : 'Stop recording, '}</span>
          <span className={record.time}>{formatTime(recordingTime)}</span>
        </button>
      </div>
      {stopping ? (
        <button type="button" className={buttonClass('flush')} onClick={resetRecording}>
          Cancel
        </button>
      ) : (
        <p className={styles.aside} aria-hidden="true">
          Tap to stop
        </p>
      )}
    </div>
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
    <div className={styles.row}>
      <div className={styles.dock}>
        {silent && recordingMode === 'upload' ? (
          <FilePicker className={buttonClass('primary', styles.create)}>Choose another file</FilePicker>
        ) : (
          <button
            type="button"
            data-next=""
            className={buttonClass('primary', styles.create)}
            aria-disabled={creating}
            aria-busy={creating}
            onClick={() => void (silent ? recordAgain() : create())}
          >
            {silent ? 'Record again' : creating ? 'Processing...' : 'Create Fragrance'}
          </button>
        )}
      </div>
      <button
        type="button"
        className={buttonClass('outline', styles.play)}
        aria-pressed={playing}
        disabled={creating}
        onClick={() => void togglePlayback()}
      >
        {playing ? <StopIcon /> : <PlayIcon />} <span>{playing ? 'Playing...' : 'Play Recording'}</span>
      </button>
      <button type="button" className={buttonClass('flush')} disabled={creating} onClick={startOver}>
        Reset
      </button>
    </div>
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
