import { useRef, type ReactNode } from 'react';
import { buttonClass } from '#ui/controls/button.ts';
import styles from './Question.module.css';

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
export function Question({ children, yes, no, onYes, onNo }: QuestionProps) {
  const asked = children !== null;
  const question = useRef<HTMLDivElement>(null);
  const answer = (act: () => void) => () => {
    act();
    // The pressed button disappears with its question: focus the next action.
    question.current?.parentElement?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: true });
  };
  return (
    <div ref={question} className={styles.question} data-asked={asked || undefined}>
      <output className={styles.words}>{children}</output>
      {asked && (
        <div className="chips">
          <button type="button" className={buttonClass('outline')} onClick={answer(onYes)}>
            {yes}
          </button>
          <button type="button" className={buttonClass('quiet')} onClick={answer(onNo)}>
            {no}
          </button>
        </div>
      )}
    </div>
  );
}
