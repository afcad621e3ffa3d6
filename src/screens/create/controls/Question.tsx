import { useRef, type ReactNode } from 'react';
import { buttonClass } from '../../../ui/controls/button.ts';
import styles from './Question.module.css';

export interface QuestionProps {
  /** What is asked; null while nothing is. Also read to assistive technology when it comes. */
  children: ReactNode;
  /** The two answers, the safe one second. */
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
}

/** Something that the create screen asks in passing: it stands in the way of nothing. */
export function Question({ children, yes, no, onYes, onNo }: QuestionProps) {
  const asked = children !== null;
  const question = useRef<HTMLDivElement>(null);
  const answer = (act: () => void) => () => {
    act();
    // The button that was pressed goes with its question: the focus goes on to the next action instead of being lost.
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
