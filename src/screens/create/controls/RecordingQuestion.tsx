import { useRef, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import {
  discardSaved,
  declineReplacement,
  acceptReplacement,
  resumeSaved,
} from '#features/create/state/recording/recorderControls.ts';
import { recorder } from '#features/create/state/recording/recordingState.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row } from '#ui/layout/Box.tsx';
import { lengthInWords } from '#ui/loading/formatTime.ts';
import styles from './RecordingQuestion.module.css';

/** Offers a draft of an earlier visit, or a file that would replace the recording. */
export function RecordingQuestion() {
  const { recordingState, recordingTime, duration, saved, replacement, creating } = useSnapshot(recorder);
  if (replacement !== null && recordingState === 'recorded' && !creating)
    return (
      <Question yes="Replace" no="Keep my recording" onYes={acceptReplacement} onNo={declineReplacement}>
        {`Replace your recording of ${lengthInWords(duration ?? recordingTime)} with ${replacement.name}?`}
      </Question>
    );
  const offered = recordingState === 'inactive' && saved !== null;
  return (
    <Question yes="Use it" no="Discard" onYes={() => void resumeSaved()} onNo={() => void discardSaved()}>
      {offered
        ? `We kept your ${saved.name === null ? 'recording' : `sound ${saved.name}`} of ${lengthInWords(saved.seconds)}.`
        : null}
    </Question>
  );
}

interface QuestionProps {
  /** The question; null without one. Announced when it appears. */
  children: ReactNode;
  /** The two answers; the safe one is second. */
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
}

/** A non-modal question of the create screen. */
function Question({ children, yes, no, onYes, onNo }: QuestionProps) {
  const isOpen = children !== null;
  const question = useRef<HTMLDivElement>(null);
  const answer = (act: () => void) => () => {
    act();
    // The pressed button disappears with its question: focus the next action.
    question.current?.parentElement?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: true });
  };
  return (
    <div ref={question} className={styles.question} data-asked={isOpen || undefined}>
      <output className={styles.words}>{children}</output>
      {isOpen && (
        <Row wrap gap={2}>
          <Button variant="outline" onClick={answer(onYes)}>
            {yes}
          </Button>
          <Button variant="quiet" onClick={answer(onNo)}>
            {no}
          </Button>
        </Row>
      )}
    </div>
  );
}
