import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { stopPlaying } from '../../../instruments/state/playback/index.ts';
import { intendAnswer, intendNoAnswer, requestRecording } from '../../../listen/state/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { MicrophoneIcon } from '../../../../ui/icons/icons.tsx';
import { line } from '../../state/line.ts';

/** Length of a visitor's first recording, s. */
const FIRST_SECONDS = 5;

interface NowYouProps {
  shareId: string;
  /** Name of the shared fragrance. */
  name: string;
}

/**
 * Starts a recording: this press is the required gesture, and the create screen starts when it is open. What is sung
 * answers the share, where that takes answers.
 */
export function NowYou({ shareId, name }: NowYouProps) {
  const [, navigate] = useLocation();
  const { known, status, shareId: of } = useSnapshot(line);
  const answers = of !== shareId || status === 'loading' || known?.open === true;
  const begin = () => {
    stopPlaying();
    if (answers) intendAnswer({ shareId, name });
    else intendNoAnswer();
    requestRecording(FIRST_SECONDS);
    navigate('/create');
  };
  return (
    <button type="button" className={buttonClass('primary')} onClick={begin}>
      <MicrophoneIcon /> {answers ? 'Answer with your voice' : `Now you: ${FIRST_SECONDS} seconds`}
    </button>
  );
}
