import { useEffect, useRef, type ChangeEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { mayUpload } from '#core/network/config.ts';
import { session } from '#features/session/state/session.ts';
import {
  createFromVideo,
  leaveVideo,
  openVideo,
  resetVideo,
  startVideo,
  stopVideo,
} from '#features/create/state/video/video.ts';
import { closeCamera, enterVideo, turnOn } from '#features/create/state/video/camera.ts';
import { video, VIDEO_ERRORS } from '#features/create/state/video/videoState.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import { lengthInWords } from '#ui/loading/formatTime.ts';
import { CameraIcon, MicrophoneIcon, UploadIcon } from '#ui/icons/icons.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { useDropAndPaste } from '../useDropAndPaste.ts';
import { Preview } from './Preview.tsx';
import { DropHint } from '../DropHint.tsx';
import { RecordButton, RecordTime } from '../RecordButton.tsx';
import create from '../Create.module.css';
import styles from './VideoMode.module.css';

const PAGE_TITLES = {
  inactive: 'Create Your Fragrance',
  recording: 'We are listening',
  recorded: 'Your video is here',
} as const;

/** Video mode of the create screen: records the camera and makes a fragrance of its sound. */
export default function VideoMode({ onAudio }: { onAudio: () => void }) {
  const { state, creating } = useSnapshot(video);
  useEffect(() => {
    void enterVideo();
    return leaveVideo;
  }, []);
  const hovering = useDropAndPaste(state !== 'recording' && !creating, ([file]) => file && void openVideo(file));
  return (
    <>
      <Stack gap={4} className={`area-words ${create.words}`}>
        <ScreenHeading className={create.title}>{PAGE_TITLES[state]}</ScreenHeading>
        <Status />
      </Stack>
      <Preview />
      <Stack gap={4} top className={styles.controls}>
        <VideoControls />
        {state !== 'recording' && !creating && (
          <Button variant="quiet" className={styles.back} onClick={onAudio}>
            <MicrophoneIcon size={20} /> Back to audio
          </Button>
        )}
      </Stack>
      {hovering && (
        <DropHint>
          <p>Drop your video anywhere</p>
        </DropHint>
      )}
    </>
  );
}

function Status() {
  const { state, access, stream, opening, creating, time, fileName, error } = useSnapshot(video);
  const statusText = (): string => {
    if (creating) return 'Taking the sound out of your video...';
    if (error !== null) return `${VIDEO_ERRORS[error].title}. ${VIDEO_ERRORS[error].description}`;
    if (state === 'recording')
      return time < 5 ? 'Keep going: five seconds are enough.' : 'Lovely. Stop whenever you like.';
    if (state === 'recorded')
      return fileName === null
        ? `Your video, ${lengthInWords(time)} long. Only its sound leaves this device.`
        : `${fileName}. Only its sound leaves this device.`;
    if (opening) return 'Waiting for your camera. Your browser may ask you to allow it.';
    if (stream !== null)
      return 'Press Record, and speak, sing or hum to the camera. Only the sound becomes your scent.';
    if (access === 'denied')
      return 'Your camera is blocked for this site. Allow it beside the address, then try again.';
    return 'Speak, sing or hum to your camera: the sound of the video becomes your scent.';
  };
  return (
    <Text
      as="output"
      size="lead"
      tone={error === null ? 'muted' : 'wrong'}
      className={create.status}
      data-error={error ?? undefined}
    >
      {statusText()}
    </Text>
  );
}

function VideoControls() {
  const { state, stream, opening, access } = useSnapshot(video);
  const row = useRef<HTMLDivElement>(null);
  const used = useRef(false);
  useEffect(() => {
    // The pressed button was replaced: keep the focus.
    if (used.current && document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: true });
  });
  return (
    <Row
      ref={row}
      wrap
      gap={3}
      columnGap={4}
      align="middle"
      className={styles.row}
      onClickCapture={() => (used.current = true)}
    >
      {state === 'inactive' && stream === null && (
        <>
          <Button
            variant="primary"
            data-next=""
            className={styles.large}
            aria-disabled={opening}
            onClick={() => !opening && void turnOn()}
          >
            <CameraIcon /> <span>{opening ? 'Waiting...' : access === 'denied' ? 'Try Again' : 'Turn on camera'}</span>
          </Button>
          {opening && (
            <>
              <Text as="span" tone="muted" size="small">
                Your browser may ask you to allow it.
              </Text>
              <Button variant="flush" onClick={closeCamera}>
                Cancel
              </Button>
            </>
          )}
          <PickVideo />
        </>
      )}
      {state === 'inactive' && stream !== null && (
        <>
          <RecordButton className={styles.large} onClick={startVideo}>
            Record
          </RecordButton>
          <PickVideo />
        </>
      )}
      {state === 'recording' && <Recording />}
      {state === 'recorded' && <Recorded />}
    </Row>
  );
}

function Recording() {
  const { time } = useSnapshot(video);
  return (
    <RecordButton running className={styles.large} onClick={() => void stopVideo()}>
      <span className="visually-hidden">Stop recording, </span>
      <RecordTime seconds={time} />
    </RecordButton>
  );
}

function Recorded() {
  const { creating } = useSnapshot(video);
  const [, navigate] = useLocation();
  const createFragrance = async () => {
    if (creating) return;
    if (await createFromVideo()) navigate('/processing');
  };
  return (
    <>
      <Button
        variant="primary"
        data-next=""
        className={styles.large}
        aria-disabled={creating}
        aria-busy={creating}
        onClick={() => void createFragrance()}
      >
        {creating ? 'Processing...' : 'Create Fragrance'}
      </Button>
      <Button variant="flush" disabled={creating} onClick={resetVideo}>
        Reset
      </Button>
    </>
  );
}

/** Opens the file picker; only for members on the upload allow-list. */
function PickVideo() {
  const { user } = useSnapshot(session);
  const input = useRef<HTMLInputElement>(null);
  if (!mayUpload(user?.email)) return null;
  const openChosen = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Allow choosing the same file again after a refusal.
    event.target.value = '';
    if (file !== undefined) void openVideo(file);
  };
  return (
    <>
      <Button variant="outline" onClick={() => input.current?.click()}>
        <UploadIcon /> Upload File
      </Button>
      <input ref={input} type="file" accept="video/*" hidden aria-label="Video file" onChange={openChosen} />
    </>
  );
}
